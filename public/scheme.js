// The first script of every page. Sets the color scheme before the first paint, and fetches early what the start screen
// will need. The build puts it into the application's pages, behind what that is (scripts/start-files.ts).
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
  var start = (self.starts || {})[read('fieldhive.home')] || { files: [], calls: [] }
  // The profile decides what is shown: it is on its way before the files that show it, and so are the screen's first calls.
  fetchEarly(['/api/users/me'].concat(start.calls))
  for (var file of start.files) {
    var link = document.createElement('link')
    var isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }

  function fetchEarly(paths) {
    var sessions = Object.keys(localStorage).filter(function (key) {
      return key.startsWith('fieldhive.auth.user:')
    })
    var session = sessions.length === 1 ? JSON.parse(read(sessions[0]) || '{}') : {}
    if (!(session.expires_at * 1000 > Date.now() + 30_000)) return
    var answers = {}
    for (var path of paths) {
      answers[path] = fetch(path, {
        headers: { accept: 'application/json', authorization: 'Bearer ' + session.access_token },
        credentials: 'include',
      })
      // Without an answer, the call is made again and its failure is shown.
      answers[path].catch(function () {})
    }
    self.early = { token: session.access_token, answers: answers }
    // What nobody took by then is too old to be shown.
    setTimeout(function () {
      delete self.early
    }, 20_000)
  }
})()
