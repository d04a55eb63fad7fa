import { el, locale, t } from './common.js'
import { icons } from './phone-icons.js'

const clock = new Intl.DateTimeFormat(locale === 'pt' ? 'pt-BR' : 'en', { hour: '2-digit', minute: '2-digit' })
const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker']

const safeUrl = (url) => (/^https?:\/\//.test(url ?? '') ? url : null)
const sourceOf = (media) => (media?.id ? `/sandbox/media/${encodeURIComponent(media.id)}` : safeUrl(media?.link))

const marks = [
  ['```', 'code'],
  ['*', 'strong'],
  ['_', 'em'],
  ['~', 's'],
]

/** WhatsApp's light formatting and clickable addresses, built as elements. */
const formatted = (text) => {
  for (const [mark, tag] of marks) {
    const plain = mark.replace(/[*]/g, '\\*')
    const match = new RegExp(`(^|[\\s(])${plain}(\\S|\\S[^]*?\\S)${plain}(?=$|[\\s).,!?:;])`).exec(text)
    if (!match) continue
    const start = match.index + match[1].length
    const end = match.index + match[0].length
    const inner = tag === 'code' ? [match[2]] : formatted(match[2])
    return [...formatted(text.slice(0, start)), el(tag, {}, inner), ...formatted(text.slice(end))]
  }
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? el('a', { href: part, target: '_blank', rel: 'noopener noreferrer' }, part) : part,
    )
}

const words = (text) => (text ? el('div.words', {}, formatted(String(text))) : null)

const mediaView = (type, media) => {
  const source = sourceOf(media)
  if (type === 'image' && source)
    return el('img.picture', { src: source, alt: media.caption ?? t('image'), loading: 'lazy' })
  if (type === 'sticker' && source)
    return el('img.picture.sticker', { src: source, alt: t('sticker'), loading: 'lazy' })
  if (type === 'video' && source) return el('video.picture', { src: source, controls: true, preload: 'metadata' })
  if (type === 'audio' && source) return el('audio', { src: source, controls: true, preload: 'metadata' })
  return el(
    'a.file',
    { href: source ?? '#', target: '_blank', rel: 'noopener noreferrer' },
    icons.file(),
    el('span', {}, media?.filename ?? t(type)),
  )
}

const placeView = (place) =>
  el(
    'a.file',
    {
      href: `https://www.openstreetmap.org/?mlat=${Number(place.latitude)}&mlon=${Number(place.longitude)}`,
      target: '_blank',
      rel: 'noopener noreferrer',
    },
    icons.pin(),
    el('span', {}, place.name ?? t('location'), el('br'), place.address ?? `${place.latitude}, ${place.longitude}`),
  )

const contactView = (contact) =>
  el(
    'div.file',
    {},
    icons.person(),
    el('span', {}, contact.name?.formatted_name ?? '', el('br'), contact.phones?.[0]?.phone ?? ''),
  )

const interactiveReply = (interactive) => {
  const reply = interactive[interactive.type] ?? {}
  return words(reply.title ?? reply.body ?? t('interactive'))
}

const interactiveView = (interactive) => [
  interactive.header?.type === 'text' ? el('div.head', {}, interactive.header.text) : null,
  mediaTypes.includes(interactive.header?.type)
    ? mediaView(interactive.header.type, interactive.header[interactive.header.type])
    : null,
  words(interactive.body?.text),
  interactive.footer?.text ? el('div.foot', {}, interactive.footer.text) : null,
]

const templateView = (template) =>
  template
    ? [
        template.header ? el('div.head', {}, template.header) : null,
        template.headerMedia
          ? template.headerMedia.type === 'location'
            ? placeView(template.headerMedia)
            : mediaView(template.headerMedia.type, template.headerMedia)
          : null,
        words(template.body),
        template.footer ? el('div.foot', {}, template.footer) : null,
      ]
    : [words(t('template'))]

const contentView = ({ type, message, template, revoked, direction }) => {
  if (revoked) return [el('div.gone', {}, t('revoked'))]
  const object = message[type]
  if (type === 'text') return [words(object?.body)]
  if (mediaTypes.includes(type)) return [mediaView(type, object), words(object?.caption)]
  if (type === 'location') return [placeView(object ?? {})]
  if (type === 'contacts') return (object ?? []).map(contactView)
  if (type === 'button') return [words(object?.text)]
  if (type === 'template') return templateView(template)
  if (type === 'interactive') return direction === 'in' ? [interactiveReply(object)] : interactiveView(object)
  return [el('div.gone', {}, t(type))]
}

/** A message in a few words, for the list and for quotes. */
export const summary = (view) => {
  if (view.revoked) return t('revoked')
  const object = view.message[view.type]
  if (view.type === 'template') return view.template?.body ?? t('template')
  if (view.type === 'interactive') return object?.body?.text ?? object?.[object?.type]?.title ?? t('interactive')
  if (view.type === 'reaction') return `${t('reaction')} ${object?.emoji ?? ''}`
  return object?.body ?? object?.text ?? object?.caption ?? object?.filename ?? t(view.type)
}

const ownTick = (view) => {
  const read = view.status === 'read'
  return el(`span.${read ? 'read' : 'tick'}`, { title: t(read ? 'status_read' : 'status_delivered') }, icons.two())
}

const theirMark = (view) => {
  if (view.status === 'failed')
    return el('span.bad', { title: view.error?.title ?? '' }, `${t('failed')} ${view.error?.code ?? ''}`)
  return el('span', {}, t(`status_${view.status}`))
}

const choicesOf = (view, actions) => {
  if (view.direction === 'in') return []
  const interactive = view.message.interactive
  if (view.type === 'interactive' && interactive?.type === 'button') {
    return interactive.action.buttons.map(({ reply }) => [reply.title, () => actions.tapButton(view, reply)])
  }
  if (view.type === 'interactive' && interactive?.type === 'list') {
    return [[interactive.action.button, () => actions.openList(view, interactive)]]
  }
  if (view.type === 'interactive' && interactive?.type === 'cta_url') {
    return [[interactive.action.parameters.display_text, safeUrl(interactive.action.parameters.url)]]
  }
  if (view.type === 'interactive' && interactive?.type === 'location_request_message') {
    return [[t('location'), () => actions.sendLocation(view)]]
  }
  return (view.template?.buttons ?? []).map((button) => {
    if (button.type === 'URL') return [button.text, safeUrl(button.url)]
    if (button.type === 'COPY_CODE' || button.type === 'OTP')
      return [button.text || t('button'), () => actions.copy(button.code)]
    if (button.type === 'PHONE_NUMBER') return [button.text, null]
    return [button.text, () => actions.tapTemplateButton(view, button)]
  })
}

const choice = ([text, target]) =>
  typeof target === 'string'
    ? el('a.choice', { href: target, target: '_blank', rel: 'noopener noreferrer' }, text)
    : el('button.choice', { type: 'button', disabled: target === null, onclick: target ?? undefined }, text)

const quote = (view, actions) => {
  if (view.revoked) return null
  const wamid = view.direction === 'in' ? view.message.context?.id : view.message.context?.message_id
  const target = wamid ? actions.find(wamid) : null
  if (!target) return null
  const jump = () => document.getElementById(target.wamid)?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  return el('button.quote', { type: 'button', onclick: jump }, summary(target))
}

/** One line of the chat. Own messages of the customer stand right. Edits, reactions and deletions show at their target. */
export const line = (view, actions) => {
  if (['reaction', 'edit', 'revoke'].includes(view.type)) return null
  const mine = view.direction === 'in'
  const choices = choicesOf(view, actions)
  const reactions = [view.reactions.customer, view.reactions.business].filter(Boolean).join('')
  const bubble = el(
    'div.bubble',
    {},
    view.message.referral ? el('div.foot', {}, t('ad')) : null,
    quote(view, actions),
    contentView(view),
    el(
      'div.meta',
      {},
      el('time', { dateTime: new Date(view.at).toISOString() }, clock.format(view.at)),
      mine ? ownTick(view) : theirMark(view),
    ),
    reactions && choices.length === 0 ? el('span.reaction', {}, reactions) : null,
  )
  const shown = el(
    'div.stack',
    {},
    bubble,
    choices.length > 0 ? el('div.choices', {}, choices.map(choice)) : null,
    reactions && choices.length > 0 ? el('span.reaction', {}, reactions) : null,
  )
  const menu = el(
    'button.icon.more',
    {
      type: 'button',
      'aria-label': t('messageMenu'),
      title: t('messageMenu'),
      onclick: (event) => actions.openMenu(view, event.currentTarget),
    },
    icons.more(),
  )
  return el(
    `div.line.${mine ? 'mine' : 'theirs'}${reactions ? '.reacted' : ''}`,
    { id: view.wamid },
    shown,
    view.revoked ? null : menu,
  )
}
