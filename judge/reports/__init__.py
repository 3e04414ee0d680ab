"""Results in, letters out: the words of `templates/`, in each reader's language. Jinja lives here."""
