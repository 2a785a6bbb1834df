// Sets the colour scheme before the first paint; an own file because the page's policy allows no inline script.
;(function () {
  var saved
  try {
    saved = localStorage.getItem('mantine-color-scheme-value')
  } catch {}
  var dark =
    saved === 'dark' || (saved !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
