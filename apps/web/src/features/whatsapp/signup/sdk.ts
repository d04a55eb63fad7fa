import { type SignupLaunch, type SignupResult, signupResult } from '@recado/contracts/whatsapp/signup'

// The browser's side of Meta's embedded signup (reference, section 6): the script gives a code, the window tells by a
// message what happened in it, and the two come in any order.

type LoginAnswer = { authResponse?: { code?: string } | null }
type Sdk = {
  init: (options: { appId: string; autoLogAppEvents: boolean; xfbml: boolean; version: string }) => void
  login: (callback: (answer: LoginAnswer) => void, options: Record<string, unknown>) => void
}
declare global {
  interface Window {
    FB?: Sdk
  }
}

export type SignupOutcome = { code: string | null; result: SignupResult }

const LOAD_MS = 15_000
const LATE_MS = 3000

const until = (ready: () => boolean, milliseconds: number): Promise<boolean> =>
  new Promise((resolve) => {
    const end = Date.now() + milliseconds
    const look = () => (ready() || Date.now() > end ? resolve(ready()) : setTimeout(look, 50))
    look()
  })

let loading: Promise<boolean> | null = null

/** Loads Meta's script once; false when something keeps it from loading. */
export const loadSdk = (url: string): Promise<boolean> => {
  loading ??= new Promise<boolean>((resolve) => {
    if (window.FB) return resolve(true)
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.onload = () => void until(() => window.FB !== undefined, LOAD_MS).then(resolve)
    script.onerror = () => resolve(false)
    document.head.append(script)
  }).then((loaded) => {
    if (!loaded) loading = null
    return loaded
  })
  return loading
}

/** Whether a message may be from Meta's window; `https://*.facebook.com` stands for every subdomain. */
export const isTrusted = (origin: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => {
    const [scheme, host = ''] = pattern.split('//')
    if (!host.startsWith('*.')) return origin === pattern
    const url = URL.canParse(origin) ? new URL(origin) : null
    return url !== null && `${url.protocol}` === scheme && url.hostname.endsWith(host.slice(1))
  })

type Told = { event?: unknown; data?: Record<string, unknown> }

/** What a message of Meta's window says; null for every other message. */
export const readMessage = (data: unknown): SignupResult | null => {
  if (typeof data !== 'string' || !data.includes('WA_EMBEDDED_SIGNUP')) return null
  let told: Told
  try {
    told = JSON.parse(data) as Told
  } catch {
    return null
  }
  const given = told.data ?? {}
  const fields = {
    event: told.event,
    wabaId: given['waba_id'],
    phoneNumberId: given['phone_number_id'],
    businessId: given['business_id'],
    currentStep: given['current_step'],
    errorCode: given['error_code'],
    errorMessage: given['error_message'],
    sessionId: given['session_id'],
  }
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))
  return signupResult.safeParse(present).data ?? null
}

/** Whether the browser kept a window shut that was opened while `open` ran. */
const isKeptShut = (open: () => void): boolean => {
  const original = window.open
  let isShut = false
  window.open = (...args) => {
    const opened = original.apply(window, args)
    isShut = opened === null
    return opened
  }
  try {
    open()
  } finally {
    window.open = original
  }
  return isShut
}

/**
 * Opens Meta's window; call it while a click is handled, or the browser keeps the window shut. Resolves when the window
 * is gone through or left, and with `blocked` when the browser does not open it.
 */
export const openSignup = (launch: SignupLaunch): Promise<SignupOutcome | 'blocked'> =>
  new Promise((resolve) => {
    const sdk = window.FB
    if (!sdk) throw new Error('The script of Meta is not there')
    let result: SignupResult | null = null
    const hear = (event: MessageEvent) => {
      if (isTrusted(event.origin, launch.origins)) result = readMessage(event.data) ?? result
    }
    window.addEventListener('message', hear)
    sdk.init({ appId: launch.appId, autoLogAppEvents: true, xfbml: false, version: launch.version })
    const done = async (answer: LoginAnswer) => {
      const code = answer.authResponse?.code ?? null
      await until(() => result !== null, LATE_MS)
      window.removeEventListener('message', hear)
      resolve({ code, result: result ?? { event: code ? 'FINISH_ONLY_WABA' : 'CANCEL' } })
    }
    const options = {
      config_id: launch.configId,
      response_type: 'code',
      override_default_response_type: true,
      extras: {
        setup: launch.solutionId ? { solutionID: launch.solutionId } : {},
        ...(launch.featureType ? { featureType: launch.featureType } : {}),
        version: 'v4',
      },
    }
    if (!isKeptShut(() => sdk.login((answer) => void done(answer), options))) return
    window.removeEventListener('message', hear)
    resolve('blocked')
  })
