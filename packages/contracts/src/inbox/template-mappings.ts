import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText } from '../shared.ts'
import { cannedVariables } from './canned-replies.ts'

/** The source of a template variable: a value of the conversation, or a fixed text. */
export const variableSource = z.union([
  z.object({ known: z.enum(cannedVariables) }),
  z.object({ text: filledText(1024) }),
])
export type VariableSource = z.infer<typeof variableSource>

const variablesLimit = 60

/** Sources by the keys of a template's variables; variables without one are typed each time. */
export const templateMapping = z
  .record(z.string().max(80), variableSource)
  .refine((mapping) => Object.keys(mapping).length <= variablesLimit, { params: { code: 'too_many_entries' } })
export type TemplateMapping = z.infer<typeof templateMapping>

const mappedTemplate = z.object({ name: z.string().max(512), language: z.string().max(20), mapping: templateMapping })

export const listTemplateMappings = endpoint({
  method: 'GET',
  path: '/api/v1/template-mappings',
  can: 'conversations.reply',
  summary: 'How I fill the variables of templates; where I have not said it, how a colleague did last',
  response: z.object({ data: z.array(mappedTemplate) }),
})

export const saveTemplateMapping = endpoint({
  method: 'PUT',
  path: '/api/v1/template-mappings',
  can: 'conversations.reply',
  summary: 'Remembers how I fill the variables of a template',
  body: mappedTemplate,
  response: null,
})
