import { type ChatSettings, surveyQuestions } from '@recado/contracts/inbox/chat-settings'
import type { MessageDraft } from '@recado/contracts/inbox/messages'
import { isRecord, recordsOf } from '@recado/contracts/whatsapp/template-parts'
import type { Composed } from '#server/modules/inbox/composing/index.ts'
import { surveyPrefix } from '#server/modules/inbox/messages/index.ts'

type Csat = ChatSettings['csat']
type Locale = 'pt' | 'en'

const choose: Record<Locale, string> = { pt: 'Avaliar', en: 'Rate' }
const scoreNames: Record<Locale, readonly string[]> = {
  pt: ['Muito ruim', 'Ruim', 'Regular', 'Bom', 'Ótimo'],
  en: ['Very bad', 'Bad', 'Fair', 'Good', 'Great'],
}
const thumbs: Record<Locale, { title: string; score: number }[]> = {
  pt: [
    { title: '👍 Gostei', score: 5 },
    { title: '👎 Não gostei', score: 1 },
  ],
  en: [
    { title: '👍 Good', score: 5 },
    { title: '👎 Not good', score: 1 },
  ],
}

const idOf = (responseId: string, score: number) => `${surveyPrefix}${responseId}:${score}`

/** The score that the id of a button or row stands for. */
export const answerOf = (tapped: string | null): { responseId: string; score: number } | null => {
  const match = /^csat:([0-9a-f-]{36}):([1-5])$/.exec(tapped ?? '')
  return match?.[1] ? { responseId: match[1], score: Number(match[2]) } : null
}

/** What is asked: in the company's words, or in the product's. */
export const questionText = (csat: Csat, locale: Locale): string => csat.question || surveyQuestions[locale]

/** The question inside of the window: five rows or two thumbs to tap. */
export const questionDraft = (csat: Csat, locale: Locale, responseId: string): MessageDraft => {
  const body = questionText(csat, locale)
  const clientKey = `csat:${responseId}`
  if (csat.scale === 'thumbs') {
    const buttons = thumbs[locale].map(({ title, score }) => ({ id: idOf(responseId, score), title }))
    return { type: 'interactive', clientKey, interactive: { kind: 'buttons', body, buttons } }
  }
  const rows = [5, 4, 3, 2, 1].map((score) => ({
    id: idOf(responseId, score),
    title: '⭐'.repeat(score),
    description: scoreNames[locale][score - 1] ?? '',
  }))
  return {
    type: 'interactive',
    clientKey,
    interactive: { kind: 'list', body, button: choose[locale], sections: [{ rows }] },
  }
}

/** The question when the window is closed. */
export const templateDraft = (template: NonNullable<Csat['template']>, responseId: string): MessageDraft => ({
  type: 'template',
  clientKey: `csat:${responseId}`,
  template: { ...template, values: {} },
})

/** A digit or stars in the text of a button say the score; else two buttons are good and bad, more go from good to bad. */
const scoreOfButton = (text: string, index: number, count: number): number => {
  const digit = /[1-5]/.exec(text)
  if (digit) return Number(digit[0])
  const stars = text.split('⭐').length - 1
  if (stars >= 1 && stars <= 5) return stars
  return Math.round(5 - (index * 4) / Math.max(1, count - 1))
}

/** Gives the quick replies of a template ids by which their answers are known. */
export const withAnswerIds =
  (responseId: string) =>
  (composed: Composed): Composed => {
    const template = composed.payload['template']
    if (!isRecord(template)) return composed
    const buttons = recordsOf(template['buttons'])
    const replies = buttons.flatMap((button, index) => {
      const isReply = String(button['kind'] ?? button['type']).toLowerCase() === 'quick_reply'
      return isReply ? [{ index, text: String(button['text'] ?? '') }] : []
    })
    const others = recordsOf(template['components']).filter((component) => component['sub_type'] !== 'quick_reply')
    const own = replies.map(({ index, text }, n) => ({
      type: 'button',
      sub_type: 'quick_reply',
      index: String(index),
      parameters: [{ type: 'payload', payload: idOf(responseId, scoreOfButton(text, n, replies.length)) }],
    }))
    return { ...composed, payload: { ...composed.payload, template: { ...template, components: [...others, ...own] } } }
  }
