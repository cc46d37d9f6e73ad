"""Services for the page: views, checks, files, analysis, reviews, the laboratory; each runs in a worker."""
