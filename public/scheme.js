// The first script of every page; an own file because the page's policy allows no inline script.
// Sets the color scheme before the first paint, and fetches early what the start screen will need.
;(function () {
  var read = function (key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  var saved = read('mantine-color-scheme-value')
  var dark =
    saved === 'dark' || (saved !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // A phone that keeps the application has the files.
  var isKept = navigator.serviceWorker && navigator.serviceWorker.controller
  if (isKept || !/^\/app\/?$/.test(location.pathname) || !navigator.onLine) return
  var files = (self.startFiles || {})[read('fieldhive.home')] || []
  for (var file of files) {
    var link = document.createElement('link')
    var isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }

  // The profile decides what is shown: it is on its way while the scripts are.
  var sessions = Object.keys(localStorage).filter(function (key) {
    return key.startsWith('fieldhive.auth.user:')
  })
  var session = sessions.length === 1 ? JSON.parse(read(sessions[0]) || '{}') : {}
  if (!(session.expires_at * 1000 > Date.now() + 30_000)) return
  var path = '/api/users/me'
  var answer = fetch(path, {
    headers: { accept: 'application/json', authorization: 'Bearer ' + session.access_token },
    credentials: 'include',
  })
  // Without an answer, the call is made again and its failure is shown.
  answer.catch(function () {})
  self.early = { name: 'GET ' + path, token: session.access_token, answer: answer }
})()
