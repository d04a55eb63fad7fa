import { attempt, el, t } from './common.js'
import { summary } from './phone-bubbles.js'
import { icons } from './phone-icons.js'
import { fileAsMedia, sampleDocument, samplePhoto, sampleSticker, sampleVoice } from './phone-samples.js'

const kindOf = (mimeType) => ['image', 'video', 'audio'].find((kind) => mimeType.startsWith(`${kind}/`)) ?? 'document'

const closeSheets = () => {
  for (const sheet of document.querySelectorAll('.sheet')) sheet.remove()
}

document.addEventListener('click', (event) => {
  if (!event.target.closest('.sheet, [data-opens]')) closeSheets()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeSheets()
})

export const openSheet = (screen, entries) => {
  const open = screen.querySelector('.sheet') !== null
  closeSheets()
  if (open) return
  const button = ([label, run]) =>
    el(
      'button',
      {
        type: 'button',
        onclick: () => {
          closeSheets()
          attempt(run)
        },
      },
      label,
    )
  screen.append(
    el(
      'div.sheet',
      {},
      entries.map((entry) => (Array.isArray(entry[0]) ? el('div.emojis', {}, entry.map(button)) : button(entry))),
    ),
  )
}

const pickFile = (send) => {
  const input = el('input', { type: 'file' })
  input.addEventListener('change', () =>
    attempt(async () => {
      const media = await fileAsMedia(input.files[0])
      await send({ type: kindOf(media.mimeType), media })
    }),
  )
  input.click()
}

const location = { latitude: -23.5614, longitude: -46.6559, name: 'MASP', address: 'Av. Paulista, 1578' }
const card = [
  {
    name: { formatted_name: 'Loja Central', first_name: 'Loja' },
    phones: [{ phone: '+55 11 3000-1000', type: 'WORK' }],
  },
]
const advert = {
  source_type: 'ad',
  source_id: '120200000000001',
  source_url: 'https://fb.me/1',
  headline: '20% OFF',
  body: 'Só hoje',
  media_type: 'image',
  ctwa_clid: 'ARAk1',
}

const attachments = (send) => [
  [t('photo'), () => pickFile(send)],
  [t('samplePhoto'), async () => send({ type: 'image', media: await samplePhoto() })],
  [t('sampleVoice'), async () => send({ type: 'audio', media: await sampleVoice(), content: { voice: true } })],
  [t('sampleDocument'), async () => send({ type: 'document', media: await sampleDocument() })],
  [t('sticker'), async () => send({ type: 'sticker', media: await sampleSticker(), content: { animated: false } })],
  [t('location'), () => send({ type: 'location', content: location })],
  [t('contact'), () => send({ type: 'contacts', content: card })],
  [t('fromAd'), () => send({ text: 'Oi! Vi o anúncio.', referral: advert })],
  [t('unsupported'), () => send({ type: 'unsupported' })],
]

/** The input at the bottom of the phone. `send` takes an inbound message of the control API. */
export const composer = (screen, send, draft) => {
  const area = el('textarea', {
    rows: 1,
    placeholder: t('message'),
    'aria-label': t('message'),
    maxLength: 4096,
    value: draft.text,
  })
  const grow = () => {
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }
  const submit = () =>
    attempt(async () => {
      const text = area.value.trim()
      if (text === '') return
      area.value = ''
      draft.text = ''
      grow()
      await send({ text })
      area.focus()
    })
  area.addEventListener('input', () => {
    draft.text = area.value
    grow()
  })
  area.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    submit()
  })
  const quote = el('div.replying.hidden')
  const box = el(
    'div.composer',
    {},
    el(
      'button.icon',
      {
        type: 'button',
        'aria-label': t('attach'),
        title: t('attach'),
        'data-opens': 'sheet',
        onclick: () => openSheet(screen, attachments(send)),
      },
      icons.attach(),
    ),
    area,
    el('button.icon.go', { type: 'button', 'aria-label': t('send'), title: t('send'), onclick: submit }, icons.send()),
  )
  const replyTo = (view) => {
    draft.replyTo = view?.wamid ?? null
    quote.classList.toggle('hidden', !view)
    if (!view) return
    const cancel = el(
      'button.icon',
      { type: 'button', 'aria-label': t('cancel'), onclick: () => replyTo(null) },
      icons.close(),
    )
    quote.replaceChildren(el('div.quote', {}, summary(view)), cancel)
    area.focus()
  }
  return { elements: [quote, box], replyTo, focus: () => area.focus() }
}
