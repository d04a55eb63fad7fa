import { attempt, call, el, locale, t, watch } from './common.js'

const list = document.querySelector('#list')
const reader = document.querySelector('#reader')
const main = document.querySelector('.mails')
let mails = []
let chosen = location.hash.slice(1)
let view = 'html'

const time = new Intl.DateTimeFormat(locale === 'pt' ? 'pt-BR' : 'en', { dateStyle: 'short', timeStyle: 'short' })

const choose = (id) => {
  chosen = id
  history.replaceState(null, '', id ? `#${id}` : location.pathname)
  main.classList.toggle('reading', id !== '')
  draw()
}

const item = (mail) =>
  el(
    'button.item',
    { type: 'button', 'aria-current': String(mail.id === chosen), onclick: () => choose(mail.id) },
    el(
      'div.row',
      {},
      el('span', {}, mail.to.join(', ')),
      el('time', { dateTime: new Date(mail.at).toISOString() }, time.format(mail.at)),
    ),
    el('strong', {}, mail.subject || t('noSubject')),
    el('p', {}, mail.text.replace(/\s+/g, ' ').slice(0, 140)),
  )

const empty = (title, hint) =>
  el(
    'div.empty',
    {},
    el('img', { src: '/assets/icon.svg', alt: '' }),
    el('strong', {}, title),
    hint ? el('span', {}, hint) : null,
  )

const frame = (mail) => {
  const box = el('iframe', { title: mail.subject || t('noSubject') })
  box.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  box.srcdoc = `<base target="_blank">${mail.html}`
  return box
}

const tab = (name) =>
  el(
    'button',
    {
      type: 'button',
      'aria-pressed': String(view === name),
      onclick: () => {
        view = name
        drawReader()
      },
    },
    t(name),
  )

/** A text mail with its addresses made clickable. */
const textView = (text) => {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return el(
    'pre',
    {},
    parts.map((part, index) =>
      index % 2 === 1 ? el('a', { href: part, target: '_blank', rel: 'noopener' }, part) : part,
    ),
  )
}

let drawn = ''
const drawReader = () => {
  const mail = mails.find(({ id }) => id === chosen)
  const key = `${chosen}:${view}:${mail !== undefined}`
  if (key === drawn) return
  drawn = key
  if (!mail) return reader.replaceChildren(empty(t('chooseMail')))
  const asText = view === 'text' || mail.html === ''
  reader.replaceChildren(
    el(
      'header',
      {},
      el('button.button.back', { type: 'button', onclick: () => choose('') }, t('back')),
      el('h2', {}, mail.subject || t('noSubject')),
      el(
        'dl',
        {},
        el('dt', {}, t('from')),
        el('dd', {}, mail.from),
        el('dt', {}, t('to')),
        el('dd', {}, mail.to.join(', ')),
        mail.attachments.length > 0
          ? [el('dt', {}, t('attachments')), el('dd', {}, mail.attachments.map(({ fileName }) => fileName).join(', '))]
          : [],
      ),
      mail.html === '' ? null : el('div.tabs', {}, tab('html'), tab('text')),
    ),
    asText ? textView(mail.text) : frame(mail),
  )
}

const draw = () => {
  list.replaceChildren(...(mails.length > 0 ? mails.map(item) : [empty(t('noMails'), t('noMailsHint'))]))
  drawReader()
}

const refresh = () =>
  attempt(async () => {
    mails = (await call('GET', 'mails')).data
    if (!mails.some(({ id }) => id === chosen))
      chosen = matchMedia('(min-width: 761px)').matches ? (mails[0]?.id ?? '') : ''
    main.classList.toggle('reading', chosen !== '')
    draw()
  })

document.querySelector('#clear').addEventListener('click', () => attempt(() => call('DELETE', 'mails')).then(refresh))
watch(['mail'], refresh)
refresh()
