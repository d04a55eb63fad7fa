import { describe, expect, it } from 'vitest'
import { instantIn, wallText } from '#web/lib/i18n/wall-time.ts'
import { browserStore } from '#web/lib/ui/browser-store.ts'
import { conversationId, outgoingOf } from '#web/test/chat-fixtures.ts'
import { sessionOf } from '#web/test/sessions.ts'
import { readDraft } from '../drafts.ts'
import { partsOf } from '../timeline/interactive-content.tsx'
import { peaksOf } from '../timeline/use-peaks.ts'
import { placeWords } from './attachment-rules.ts'
import { giveBack } from './commands.ts'
import { knownValues } from './known-values.ts'
import { placeIn } from './location-dialog.tsx'
import { mentionsIn } from './note-composer.tsx'
import { closedAt, schedulePresets, timeProblem } from './schedule-times.ts'
import { wordAfter } from './suggestions.ts'
import { answeredJustNow } from './use-composer-send.ts'
import { signedText } from './use-writing.ts'

const person = (id: string, name: string) => ({ id, name, avatarUrl: null })

describe('the word after a sign', () => {
  it.each([
    ['slash', '/ola', 4, 'ola'],
    ['slash', 'Hi /pix', 7, 'pix'],
    ['slash', 'and/or', 6, null],
    ['slash', 'https://x', 9, null],
    ['at', 'ask @mar', 8, 'mar'],
    ['at', 'ana@mail', 8, null],
    ['at', '@', 1, ''],
  ] as const)('%s in "%s"', (sign, text, cursor, word) => expect(wordAfter(sign, text, cursor)).toBe(word))
})

describe('a signed message', () => {
  it.each([
    ['Hi', '', '*Ana:*\nHi'],
    ['Hi', 'Ana, sales', 'Hi\n\nAna, sales'],
    ['', 'Ana, sales', ''],
  ])('%j with %j', (text, signature, signed) => expect(signedText(text, { name: 'Ana', signature })).toBe(signed))
})

describe('words beside files', () => {
  const kinds = ['image', 'video', 'document', 'audio', 'sticker'] as const
  const long = 'x'.repeat(1025)
  const cases = kinds.flatMap((kind) =>
    ['', 'own'].flatMap((caption) => ['', 'words', long].map((text) => ({ kind, caption, text }))),
  )
  it.each(cases)('$text beside one $kind with "$caption" are all sent, once', ({ kind, caption, text }) => {
    const placed = placeWords(text, [{ kind, caption }])
    const takes = kind !== 'audio' && kind !== 'sticker'
    const under = takes && (caption || (text.length <= 1024 ? text : ''))
    expect(placed.captions).toEqual([under || ''])
    expect(placed.apart).toBe(text === '' || placed.captions[0] === text ? null : text)
  })
  it.each([
    ['under the first file', ['image:', 'image:own'], null, ['words', 'own']],
    ['before files whose first has its own', ['image:own', 'image:'], 'words', ['own', '']],
    ['before a sound, not under what follows it', ['audio:', 'document:'], 'words', ['', '']],
    ['under what comes before a sound', ['video:', 'audio:'], null, ['words', '']],
  ])('stand %s', (_, files, apart, captions) => {
    const chosen = files.map((file) => {
      const [kind, caption = ''] = file.split(':')
      return { kind: kind as (typeof kinds)[number], caption }
    })
    expect(placeWords('words', chosen)).toEqual({ apart, captions })
  })
})

describe('the known values of a contact', () => {
  const { user } = sessionOf({ blocks: [] })
  const phoneOf = (phone: string | null) => knownValues({ displayName: 'Bia', phone }, 'Empório', user)['contact.phone']
  it('include their phone, unless the member sees a masked one', () => {
    expect(phoneOf('+5581991230001')).toBe('+5581991230001')
    expect(phoneOf('+5511•••••••21')).toBeUndefined()
    expect(phoneOf(null)).toBeUndefined()
  })
})

describe('an undone message', () => {
  const held = (text: string, forward: boolean) => ({
    ...{ id: 'h', clientKey: 'k', kind: 'message' as const, name: null, author: person('1', 'Ana'), forward },
    ...{ contents: [{ type: 'text', text, file: null }], createdAt: '', heldUntil: '', state: 'held' as const },
    returned: null,
  })
  it('returns to the composer, unless it was a forward', () => {
    giveBack(conversationId, held('of here', false))
    giveBack(conversationId, held('of elsewhere', true))
    expect(readDraft(browserStore(), conversationId)).toBe('of here')
  })
})

describe('who a note names', () => {
  const members = [person('1', 'Ana'), person('2', 'Ana Lima'), person('3', 'Rui')]
  it('takes the longest name, each once', () => {
    expect(mentionsIn('@Ana Lima and @Rui, @Rui', members)).toEqual(['2', '3'])
    expect(mentionsIn('@Ana, ask @Ana Lima', members).sort()).toEqual(['1', '2'])
    expect(mentionsIn('nobody', members)).toEqual([])
  })
})

describe('two people answering at once', () => {
  const now = Date.parse('2026-11-20T12:00:10.000Z')
  const by = (id: string, at: string) => outgoingOf({ author: person(id, `Name ${id}`), occurredAt: at })
  it('names a colleague who answered within ten seconds, never oneself', () => {
    expect(answeredJustNow([by('b', '2026-11-20T12:00:01.000Z')], 'a', now)).toBe('Name b')
    expect(answeredJustNow([by('a', '2026-11-20T12:00:05.000Z')], 'a', now)).toBeNull()
    expect(answeredJustNow([by('b', '2026-11-20T11:59:59.000Z')], 'a', now)).toBeNull()
  })
})

describe('a place', () => {
  it.each([
    ['-8.0631, -34.8711', { latitude: -8.0631, longitude: -34.8711 }],
    ['https://maps.example/@-23.55,-46.63,15z', { latitude: -23.55, longitude: -46.63 }],
    ['95, 10', null],
    ['Rua da Aurora', null],
  ])('in "%s"', (text, place) => expect(placeIn(text)).toEqual(place))
})

describe('a moment to send at', () => {
  const zone = 'America/Sao_Paulo'
  const now = Date.parse('2026-11-20T15:00:00.000Z')
  it('is the same wall time there and back', () => {
    const at = instantIn('2026-11-23T09:00', zone)
    expect(at).toBe(Date.parse('2026-11-23T12:00:00.000Z'))
    expect(wallText(at ?? 0, zone)).toBe('2026-11-23T09:00')
    expect(instantIn('2026-11', zone)).toBeNull()
  })
  it('lies ahead, but not too far', () => {
    expect(timeProblem(null, now)).toBe('missing')
    expect(timeProblem(now - 1, now)).toBe('past')
    expect(timeProblem(now + 181 * 86_400_000, now)).toBe('far')
    expect(timeProblem(now + 60_000, now)).toBeNull()
  })
  it('knows whether the window is closed by then', () => {
    expect(closedAt(null, now)).toBe(true)
    expect(closedAt('2026-11-20T16:00:00.000Z', now)).toBe(false)
    expect(closedAt('2026-11-20T16:00:00.000Z', now + 3_600_000)).toBe(true)
  })
  it('offers mornings in the zone, and the end of the window only while it is far enough', () => {
    const ids = (end: string | null) => schedulePresets(now, zone, end).map(({ id }) => id)
    expect(ids('2026-11-21T12:00:00.000Z')).toEqual(['hour', 'tomorrow', 'monday', 'window'])
    expect(ids('2026-11-20T15:30:00.000Z')).toEqual(['hour', 'tomorrow', 'monday'])
    const monday = schedulePresets(now, zone, null).find(({ id }) => id === 'monday')
    expect(wallText(monday?.at ?? 0, zone)).toBe('2026-11-23T09:00')
  })
})

describe('what was sent to be tapped', () => {
  it('is read from the stored message, and unknown kinds are left to their text', () => {
    const action = { buttons: [{ type: 'reply', reply: { id: 'a', title: 'Yes' } }] }
    const interactive = { type: 'button', body: { text: 'Sure?' }, action }
    expect(partsOf(outgoingOf({ type: 'interactive', payload: { interactive } }))).toMatchObject({
      kind: 'buttons',
      body: 'Sure?',
      buttons: [{ id: 'a', title: 'Yes' }],
    })
    expect(partsOf(outgoingOf({ type: 'interactive', payload: { interactive: { type: 'flow' } } }))).toBeNull()
  })
})

describe('the loudness of a sound', () => {
  it('is shown by its loudest places', () => {
    const samples = new Float32Array(3200)
    samples.fill(0.2, 0, 1600)
    samples.fill(-0.4, 1600)
    const [soft = 0, loud = 0] = peaksOf(samples, 2)
    expect(soft).toBeCloseTo(0.5)
    expect(loud).toBeCloseTo(1)
  })
})
