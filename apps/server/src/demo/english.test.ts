import { expect, it } from 'vitest'
import * as content from './chat-content.ts'
import { demoIn } from './english.ts'
import { demoThreads, pastQuestions } from './threads.ts'

/** Names of people, places and feasts. */
const names = /São João|São Paulo|Recife/g

it('has English words for all that the demo says in Portuguese', () => {
  const said = JSON.stringify(demoIn('en', { ...content, demoThreads, pastQuestions })).replaceAll(names, '')
  const { demoAttributes: _, ...rest } = { ...content }
  expect(JSON.stringify(demoIn('en', rest)).replaceAll(names, '')).not.toMatch(/[ãçõáéíóúâê]/)
  expect(said).toContain('Has my order A-19 left yet?')
  expect(said).not.toMatch(/\b(você|não|pedido|entrega|obrigad[oa]|queria|quero)\b/i)
})

it('is as written in Portuguese', () => {
  expect(demoIn('pt', demoThreads)).toBe(demoThreads)
})

it('keeps what it names together: labels, teams and fields of contacts', () => {
  const { demoMarks, demoLabels, demoTeams, demoAttributes } = demoIn('en', { ...content })
  const [labels, teams] = [demoLabels.map(([name]) => name), demoTeams.map(({ name }) => name)]
  const fields = demoAttributes.map(({ key }) => key)
  for (const mark of demoMarks) {
    expect(labels).toEqual(expect.arrayContaining(mark.labels))
    if (mark.team) expect(teams).toContain(mark.team)
    expect(fields).toEqual(expect.arrayContaining(Object.keys(mark.attributes ?? {})))
  }
})
