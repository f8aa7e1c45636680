// See web/README.md.
new Intl.DateTimeFormat();
