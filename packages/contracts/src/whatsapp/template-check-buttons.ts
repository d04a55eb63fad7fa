import { type Add, type CheckedTemplate, templateLimits as limits } from './template-check-parts.ts'
import { isRecord, recordsOf, textOf, variableNames, wordOf } from './template-parts.ts'

type Button = Record<string, unknown>

const cardKinds = new Set(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'SPM'])
/** WhatsApp writes these buttons itself. */
const withoutText = new Set(['COPY_CODE', 'OTP'])

const exampleOf = (button: Button): string =>
  textOf(Array.isArray(button.example) ? button.example[0] : button.example).trim()

const isWebAddress = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.')
}

const checkUrl = (add: Add, button: Button): void => {
  const url = textOf(button.url).trim()
  if (url === '') {
    add('url', 'required')
    return
  }
  if (url.length > limits.url) add('url', 'too_long', { max: limits.url, now: url.length })
  const bare = url.replace(/\{\{1\}\}$/, 'x')
  if (/[{}]/.test(bare)) {
    add('url', 'url_variable')
    return
  }
  if (!isWebAddress(bare)) {
    add('url', 'url_invalid')
    return
  }
  if (/^(www\.)?(wa\.me|api\.whatsapp\.com|chat\.whatsapp\.com)$/i.test(new URL(bare).hostname))
    add('url', 'url_whatsapp')
  if (variableNames(url).length > 0 && exampleOf(button) === '') add('example', 'example_missing')
}

const checkPhone = (add: Add, button: Button): void => {
  const phone = textOf(button.phone_number).trim()
  if (phone === '') {
    add('phone_number', 'required')
    return
  }
  if (phone.length > limits.phone) {
    add('phone_number', 'too_long', { max: limits.phone, now: phone.length })
    return
  }
  if (!/^\+?[\d\s().-]+$/.test(phone) || phone.replace(/\D/g, '').length < 8) add('phone_number', 'phone_invalid')
}

const checkCode = (add: Add, button: Button): void => {
  const code = exampleOf(button)
  if (code === '') {
    add('example', 'required')
    return
  }
  if (code.length > limits.code) {
    add('example', 'too_long', { max: limits.code, now: code.length })
    return
  }
  if (!/^[a-zA-Z0-9]+$/.test(code)) add('example', 'code_invalid')
}

const checkOtp = (add: Add, button: Button, category: string): void => {
  if (category !== 'AUTHENTICATION') add('', 'category_refused')
  const kind = wordOf(button.otp_type)
  if (!['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'].includes(kind)) {
    add('otp_type', 'otp_kind')
    return
  }
  for (const key of ['text', 'autofill_text'])
    if (textOf(button[key]).length > limits.buttonText)
      add(key, 'too_long', { max: limits.buttonText, now: textOf(button[key]).length })
  if (kind === 'COPY_CODE') return
  const apps = recordsOf(button.supported_apps)
  const good = (app: Button) =>
    /^[a-zA-Z]\w*(\.\w+)+$/.test(textOf(app.package_name)) && /^[\w+/=]{11}$/.test(textOf(app.signature_hash))
  if (apps.length < 1 || apps.length > 5 || !apps.every(good)) add('supported_apps', 'otp_app')
  if (kind === 'ZERO_TAP' && button.zero_tap_terms_accepted !== true) add('zero_tap_terms_accepted', 'required')
}

const checkOne = (add: Add, button: Button, category: string): void => {
  const kind = wordOf(button.type)
  if (kind === 'URL') checkUrl(add, button)
  if (kind === 'PHONE_NUMBER') checkPhone(add, button)
  if (kind === 'COPY_CODE') checkCode(add, button)
  if (kind === 'OTP') checkOtp(add, button, category)
  if (kind === 'FLOW' && !button.flow_id && !button.flow_name && !isRecord(button.flow_json))
    add('flow_id', 'flow_missing')
}

const checkLabel = (add: Add, button: Button): void => {
  if (withoutText.has(wordOf(button.type))) return
  const text = textOf(button.text)
  if (text.trim() === '') {
    add('text', 'required')
    return
  }
  if (text.length > limits.buttonText) add('text', 'too_long', { max: limits.buttonText, now: text.length })
  if (/\{\{|\}\}/.test(text)) add('text', 'button_text_variables')
  if (/[\r\n]/.test(text)) add('text', 'line_break')
}

/** Whether quick replies stand together: they may not be mixed in between others. */
const areTogether = (kinds: readonly string[]): boolean =>
  kinds.filter((kind, index) => (kind === 'QUICK_REPLY') !== (kinds[index - 1] === 'QUICK_REPLY') && index > 0)
    .length <= 1

/** Checks the buttons of a template, or of one card of a carousel. */
export const checkButtons = (
  add: Add,
  buttons: readonly Button[],
  { category }: CheckedTemplate,
  onCard: boolean,
): void => {
  const kinds = buttons.map((button) => wordOf(button.type))
  if (buttons.length > limits.buttons) add('', 'buttons_count', { min: 0, max: limits.buttons })
  if (!areTogether(kinds)) add('', 'buttons_mixed')
  for (const [kind, max] of Object.entries(limits.buttonKinds))
    if (kinds.filter((other) => other === kind).length > max) add('', 'button_kind_count', { kind, max })
  const texts = buttons.map((button) => textOf(button.text).trim().toLowerCase())
  for (const [index, button] of buttons.entries()) {
    const at: Add = (path, code, values) => add([index, path].filter((part) => part !== '').join('.'), code, values)
    const kind = kinds[index] ?? ''
    if (!Object.hasOwn(limits.buttonKinds, kind) || (onCard && !cardKinds.has(kind)))
      at('type', 'button_kind_unknown', { kind })
    checkLabel(at, button)
    if (texts[index] && texts.indexOf(texts[index]) !== index) at('text', 'button_text_twice')
    checkOne(at, button, category)
  }
}
