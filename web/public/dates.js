// A slow phone takes 50 to 90 ms to set up its date formats: it does so while the script of the page is still on its way.
new Intl.DateTimeFormat(undefined, { month: '2-digit', timeZone: 'UTC' });
