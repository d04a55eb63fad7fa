import { describe, expect, it } from 'vitest'
import { interactiveMessage, interactiveObject } from './interactive.ts'

const buttons = { kind: 'buttons', body: 'Which one?', buttons: [{ id: 'a', title: 'This' }] }
const row = (id: string) => ({ id, title: `Row ${id}` })
const list = { kind: 'list', body: 'Choose', button: 'Options', sections: [{ rows: [row('1')] }] }
const link = { kind: 'link', body: 'See it', label: 'Open', url: 'https://example.test/order?id=1' }
const place = { kind: 'location_request', body: 'Where are you?' }

const problems = (value: unknown): string[] => {
  const result = interactiveMessage.safeParse(value)
  return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'))
}
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(String(index)))

describe('interactive messages', () => {
  it.each([buttons, list, link, place])('takes a good $kind', (message) => expect(problems(message)).toEqual([]))

  it.each([
    ['a body too long for buttons', { ...buttons, body: 'x'.repeat(1025) }, 'body'],
    ['no body', { ...link, body: '  ' }, 'body'],
    ['no button', { ...buttons, buttons: [] }, 'buttons'],
    ['four buttons', { ...buttons, buttons: ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id })) }, 'buttons'],
    ['a long title', { ...buttons, buttons: [{ id: 'a', title: 'x'.repeat(21) }] }, 'buttons.0.title'],
    [
      'equal titles',
      {
        ...buttons,
        buttons: [
          { id: 'a', title: 'Yes' },
          { id: 'b', title: ' Yes ' },
        ],
      },
      'buttons.1.title',
    ],
    [
      'equal ids',
      {
        ...buttons,
        buttons: [
          { id: 'a', title: 'Yes' },
          { id: 'a', title: 'No' },
        ],
      },
      'buttons.1.id',
    ],
    ['a long header', { ...buttons, header: 'x'.repeat(61) }, 'header'],
    ['a long footer', { ...list, footer: 'x'.repeat(61) }, 'footer'],
    ['no text on the list button', { ...list, button: '' }, 'button'],
    [
      'a section without a title beside another',
      { ...list, sections: [{ rows: [row('1')] }, { title: 'B', rows: [row('2')] }] },
      'sections.0.title',
    ],
    ['eleven rows in one section', { ...list, sections: [{ rows: rows(11) }] }, 'sections.0.rows'],
    [
      'eleven rows in two sections',
      {
        ...list,
        sections: [
          { title: 'A', rows: rows(6) },
          { title: 'B', rows: rows(11).slice(6) },
        ],
      },
      'sections',
    ],
    [
      'a row id used twice',
      { ...list, sections: [{ rows: [row('1'), { ...row('1'), title: 'Other' }] }] },
      'sections.0.rows.1.id',
    ],
    [
      'a long description',
      { ...list, sections: [{ rows: [{ ...row('1'), description: 'x'.repeat(73) }] }] },
      'sections.0.rows.0.description',
    ],
    ['a link that is no web address', { ...link, url: 'javascript:alert(1)' }, 'url'],
    ['a long label', { ...link, label: 'x'.repeat(21) }, 'label'],
    ['an unknown kind', { kind: 'carousel', body: 'x' }, 'kind'],
  ])('refuses %s', (_, message, path) => expect(problems(message)).toContain(path))

  it('counts a list body up to 4,096 characters', () => {
    expect(problems({ ...list, body: 'x'.repeat(4096) })).toEqual([])
    expect(problems({ ...list, body: 'x'.repeat(4097) })).toEqual(['body'])
  })

  it('becomes what the Graph API wants, without empty parts', () => {
    expect(interactiveObject(interactiveMessage.parse({ ...buttons, header: 'Hello' }))).toEqual({
      type: 'button',
      header: { type: 'text', text: 'Hello' },
      body: { text: 'Which one?' },
      action: { buttons: [{ type: 'reply', reply: { id: 'a', title: 'This' } }] },
    })
    expect(interactiveObject(interactiveMessage.parse(list))).toMatchObject({
      type: 'list',
      action: { button: 'Options', sections: [{ rows: [{ id: '1', title: 'Row 1' }] }] },
    })
    expect(interactiveObject(interactiveMessage.parse(link))).toMatchObject({
      type: 'cta_url',
      action: { name: 'cta_url', parameters: { display_text: 'Open', url: link.url } },
    })
    expect(interactiveObject(interactiveMessage.parse(place))).toEqual({
      type: 'location_request_message',
      body: { text: 'Where are you?' },
      action: { name: 'send_location' },
    })
  })
})
