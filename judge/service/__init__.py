"""What happens when a letter comes, or a deadline passes. No watch is looked at here: time is an argument."""
