// Plays Meta's JavaScript SDK for the embedded signup: the page that loads it gets the same calls, events and answers.
;(() => {
  const origin = new URL(document.currentScript.src).origin
  let app = {}

  const login = (callback, options = {}) => {
    const query = new URLSearchParams({
      app: String(app.appId ?? ''),
      config: String(options.config_id ?? ''),
      feature: String(options.extras?.featureType ?? ''),
      version: String(options.extras?.version ?? ''),
      locale: document.documentElement.lang,
    })
    const dialog = window.open(`${origin}/signup?${query}`, 'sandbox-signup', 'popup,width=520,height=720')
    if (!dialog) return callback({ status: 'unknown', authResponse: null })
    let done = false
    const finish = (code) => {
      if (done) return
      done = true
      clearInterval(watch)
      window.removeEventListener('message', hear)
      callback(code ? { status: 'connected', authResponse: { code } } : { status: 'unknown', authResponse: null })
    }
    const hear = (event) => {
      if (event.origin === origin && event.data?.sandbox === 'signup') finish(event.data.code)
    }
    window.addEventListener('message', hear)
    const watch = setInterval(() => dialog.closed && finish(null), 300)
  }

  window.FB = {
    init: (options) => {
      app = options
    },
    login,
  }
  window.fbAsyncInit?.()
})()
