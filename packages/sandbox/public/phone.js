import { attempt, call, el, locale, t, toast, watch } from './common.js'
import { line, summary } from './phone-bubbles.js'
import { composer, openSheet } from './phone-composer.js'
import { burstDialog, editDialog, listDialog, newCustomerDialog, settingsDialog } from './phone-dialogs.js'
import { icons } from './phone-icons.js'

const people = document.querySelector('#people')
const screen = document.querySelector('#screen')
const desk = document.querySelector('.desk')
const search = document.querySelector('#search')
const picker = document.querySelector('#number')

const address = new URLSearchParams(location.search)
const state = {
  numbers: [],
  number: address.get('number') ?? '',
  chosen: address.get('customer') ?? '',
  threads: [],
  customers: [],
  messages: [],
}
const language = locale === 'pt' ? 'pt-BR' : 'en'
const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
const colors = ['#0f766e', '#b45309', '#7c3aed', '#be185d', '#1d4ed8', '#4d7c0f', '#0e7490', '#9f1239']

const colorOf = (text) => colors[[...text].reduce((sum, char) => sum + char.charCodeAt(0), 0) % colors.length]
const initials = (name) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0].toUpperCase())
    .join('') || '?'
const avatar = (name, seed) =>
  el('span.avatar', { style: `background:${colorOf(seed)}`, 'aria-hidden': 'true' }, initials(name))

const dayOf = (at) => {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000)
  return days === 0 ? t('today') : days === 1 ? t('yesterday') : date.format(at)
}

const remember = () => {
  const query = new URLSearchParams({ number: state.number, ...(state.chosen && { customer: state.chosen }) })
  history.replaceState(null, '', `?${query}`)
}

const customerOf = (waId) => state.customers.find((customer) => customer.waId === waId)
const nameOf = (customer) => customer.name || `+${customer.waId}`

const choose = (waId) => {
  state.chosen = waId
  state.messages = []
  shown.chat = ''
  remember()
  draw()
  refresh()
}

const personView = ({ customer, thread }) =>
  el(
    'button.person',
    { type: 'button', 'aria-current': String(customer.waId === state.chosen), onclick: () => choose(customer.waId) },
    avatar(nameOf(customer), customer.waId),
    el('strong', {}, nameOf(customer)),
    el(
      'time',
      {},
      thread?.last ? (dayOf(thread.lastAt) === t('today') ? clock.format(thread.lastAt) : dayOf(thread.lastAt)) : '',
    ),
    el('p', {}, thread?.last ? summary(thread.last) : `+${customer.waId}`),
  )

const drawPeople = () => {
  const wanted = search.value.trim().toLowerCase()
  const byId = new Map(state.threads.map((thread) => [thread.waId, thread]))
  const talked = state.threads.map((thread) => ({ customer: thread.customer, thread }))
  const silent = state.customers.filter(({ waId }) => !byId.has(waId)).map((customer) => ({ customer }))
  const found = [...talked, ...silent].filter(
    ({ customer }) => customer && `${customer.name} ${customer.waId}`.toLowerCase().includes(wanted),
  )
  const empty = el(
    'div.empty',
    {},
    el('img', { src: '/assets/icon.svg', alt: '' }),
    el('strong', {}, t('noCustomers')),
    el('span', {}, t('noCustomersHint')),
  )
  people.replaceChildren(...(found.length > 0 ? found.slice(0, 300).map(personView) : [empty]))
}

const send = async (message) => {
  const replyTo = draft.replyTo ?? undefined
  await call('POST', 'inbound', { phoneNumberId: state.number, from: state.chosen, replyTo, ...message })
  parts?.input.replyTo(null)
  stick = true
}

const reply = (view, type, content) => send({ type, content, replyTo: view.wamid })

const actions = {
  find: (wamid) => state.messages.find((view) => view.wamid === wamid) ?? null,
  tapButton: (view, { id, title }) =>
    attempt(() => reply(view, 'interactive', { type: 'button_reply', button_reply: { id, title } })),
  openList: (view, interactive) =>
    listDialog(interactive, ({ id, title, description }) =>
      attempt(() =>
        reply(view, 'interactive', {
          type: 'list_reply',
          list_reply: { id, title, ...(description && { description }) },
        }),
      ),
    ),
  tapTemplateButton: (view, { text, payload }) =>
    attempt(() => reply(view, 'button', { text, payload: payload ?? text })),
  sendLocation: (view) => attempt(() => reply(view, 'location', { latitude: -23.5614, longitude: -46.6559 })),
  copy: (text) => {
    navigator.clipboard?.writeText(text ?? '').catch(() => {})
    toast(t('copied', { text: text ?? '' }))
  },
  openMenu: (view, button) => {
    button.dataset.opens = 'sheet'
    const react = (emoji) => [emoji, () => call('POST', 'react', { wamid: view.wamid, emoji })]
    const own = view.direction === 'in'
    openSheet(screen, [
      [...['👍', '❤️', '😂', '😮', '🙏'].map(react), ['✕', () => call('POST', 'react', { wamid: view.wamid })]],
      [t('reply'), () => parts.input.replyTo(view)],
      ...(own && view.type === 'text'
        ? [
            [
              t('edit'),
              () =>
                editDialog(view.message.text.body, (form) =>
                  attempt(() => call('POST', 'edit', { wamid: view.wamid, text: form.get('text') })),
                ),
            ],
          ]
        : []),
      ...(own ? [[t('delete'), () => call('POST', 'revoke', { wamid: view.wamid })]] : []),
    ])
  },
}

const openSettings = () => {
  const customer = customerOf(state.chosen)
  settingsDialog(customer, customer.blockedNumbers.includes(state.number), (form) =>
    attempt(() =>
      call('POST', 'customers', {
        phone: customer.waId,
        phoneNumberId: state.number,
        name: form.get('name'),
        username: form.get('username') || null,
        hidden: form.get('hidden'),
        reads: form.get('reads') !== null,
        blocked: form.get('blocked') !== null,
      }),
    ),
  )
}

const draft = { text: '', replyTo: null }
const shown = { customer: '', chat: '' }
let parts = null
let stick = true

const buildScreen = () => {
  draft.text = ''
  draft.replyTo = null
  stick = true
  const number = state.numbers.find(({ id }) => id === state.number)
  const title = number?.verified_name || number?.display_phone_number || ''
  const under = el('span', {}, '')
  const chat = el('div.chat', { tabIndex: 0, role: 'log', 'aria-label': t('message') })
  chat.addEventListener('scroll', () => {
    stick = chat.scrollHeight - chat.scrollTop - chat.clientHeight < 60
  })
  const input = composer(screen, send, draft)
  parts = { chat, under, input, number }
  screen.replaceChildren(
    el(
      'div.top',
      {},
      el('button.icon.back', { type: 'button', 'aria-label': t('back'), onclick: () => choose('') }, icons.back()),
      avatar(title, state.number),
      el('div.who', {}, el('strong', {}, title), under),
      el(
        'button.icon',
        { type: 'button', 'aria-label': t('settings'), title: t('settings'), onclick: openSettings },
        icons.settings(),
      ),
    ),
    chat,
    ...input.elements,
  )
}

const drawChat = () => {
  const key = JSON.stringify(state.messages)
  const thread = state.threads.find(({ waId }) => waId === state.chosen)
  parts.under.textContent = thread?.blockedByBusiness
    ? t('blockedByBusiness')
    : thread?.typing
      ? t('typing')
      : `${parts.number?.display_phone_number ?? ''} · ${t('online')}`
  if (key === shown.chat) return
  shown.chat = key
  let day = ''
  const lines = state.messages.flatMap((view) => {
    const today = dayOf(view.at)
    const head = today === day ? [] : [el('div.day', {}, today)]
    day = today
    return [...head, line(view, actions)].filter(Boolean)
  })
  const empty = el('div.empty', {}, el('strong', {}, t('noMessages')), el('span', {}, t('noMessagesHint')))
  const { scrollTop } = parts.chat
  parts.chat.replaceChildren(...(lines.length > 0 ? lines : [empty]))
  const settle = () => {
    parts.chat.scrollTop = stick ? parts.chat.scrollHeight : scrollTop
  }
  settle()
  for (const picture of parts.chat.querySelectorAll('img, video')) {
    picture.addEventListener('load', settle, { once: true })
  }
}

const draw = () => {
  drawPeople()
  const key = state.chosen && customerOf(state.chosen) ? `${state.number}:${state.chosen}` : ''
  desk.classList.toggle('talking', key !== '')
  if (key !== shown.customer || key === '') {
    shown.customer = key
    shown.chat = ''
    if (key) buildScreen()
    else
      screen.replaceChildren(
        el(
          'div.empty',
          {},
          el('img', { src: '/assets/icon.svg', alt: '' }),
          el('strong', {}, t('choose')),
          el('span', {}, t('chooseHint')),
        ),
      )
  }
  if (key) drawChat()
}

const loadNumbers = async () => {
  state.numbers = (await call('GET', 'state')).numbers
  if (!state.numbers.some(({ id }) => id === state.number)) state.number = state.numbers[0]?.id ?? ''
  picker.replaceChildren(
    ...state.numbers.map(({ id, display_phone_number, verified_name }) =>
      el('option', { value: id, selected: id === state.number }, `${verified_name} · ${display_phone_number}`),
    ),
  )
  document.querySelector('#number-field').classList.toggle('hidden', state.numbers.length < 2)
}

let wanted = 0
const refresh = () =>
  attempt(async () => {
    const turn = ++wanted
    const phone = encodeURIComponent(state.number)
    const chosen = state.chosen
    const [threads, customers, messages] = await Promise.all([
      call('GET', `threads?phoneNumberId=${phone}`),
      call('GET', 'customers'),
      chosen ? call('GET', `messages?phoneNumberId=${phone}&waId=${encodeURIComponent(chosen)}`) : { data: [] },
    ])
    if (turn !== wanted) return
    Object.assign(state, { threads: threads.data, customers: customers.data, messages: messages.data })
    if (!state.chosen && matchMedia('(min-width: 761px)').matches && state.threads.length > 0) {
      choose(state.threads[0].waId)
      return
    }
    draw()
    const thread = state.threads.find(({ waId }) => waId === chosen)
    if (thread && thread.unread > 0 && thread.customer?.reads)
      await call('POST', 'read', { phoneNumberId: state.number, waId: chosen })
  })

document.querySelector('#new').addEventListener('click', () =>
  newCustomerDialog((form) =>
    attempt(async () => {
      const customer = await call('POST', 'customers', { name: form.get('name'), phone: form.get('phone') })
      await refresh()
      choose(customer.waId)
    }),
  ),
)

document.querySelector('#burst').addEventListener('click', () =>
  burstDialog((form) =>
    attempt(async () => {
      const input = {
        count: Number(form.get('count')),
        customers: Number(form.get('customers')),
        text: form.get('text'),
      }
      const { count } = await call('POST', 'burst', { phoneNumberId: state.number, ...input })
      toast(t('sentBurst', { count }))
    }),
  ),
)

search.addEventListener('input', drawPeople)
picker.addEventListener('change', () => {
  state.number = picker.value
  shown.customer = ''
  remember()
  refresh()
})

await attempt(loadNumbers)
watch(['message', 'status', 'thread', 'customer'], refresh)
refresh()
