"""The doors of the mail: SMTP, LMTP, IMAP and Maildir in; SMTP and Maildir out."""
