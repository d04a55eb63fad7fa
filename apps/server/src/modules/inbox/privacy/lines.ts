import type { ConsentRecord } from '@recado/contracts/contacts/consents'
import { dateTimeWriter } from '@recado/contracts/shared/date-text'
import type { PdfHead, PdfLine } from '#server/lib/pdf/write-pdf.ts'
import { type Head, lineOf, pdfLine } from '#server/modules/inbox/transcripts/index.ts'
import type { Dossier, Talk } from './package.ts'

const texts = {
  en: {
    title: 'Personal data',
    company: 'Company',
    written: 'Exported',
    note: 'Everything in this document, and more detail, is in data.json. Files are in the media folder.',
    none: 'None',
    lists: 'Lists',
    consents: 'Consent',
    requests: 'Privacy requests',
    conversation: 'Conversation',
    notes: { note: 'Note', task: 'Task', call: 'Call' },
    fields: {
      name: 'Name',
      profileName: 'Name on WhatsApp',
      phones: 'Phone numbers',
      emails: 'Email addresses',
      username: 'Username',
      document: 'Tax ID',
      birthday: 'Birthday',
      organization: 'Company',
      jobTitle: 'Job title',
      language: 'Language',
      timezone: 'Time zone',
      address: 'Address',
      notes: 'Notes',
      tags: 'Tags',
      attributes: 'Other fields',
      createdAt: 'Added',
    },
    states: { granted: 'granted', denied: 'refused', withdrawn: 'withdrawn', pending: 'not confirmed' },
    purposes: { marketing: 'Marketing', utility: 'Service updates', ai_processing: 'AI processing' },
    kinds: {
      access: 'Access',
      export: 'Copy of data',
      correction: 'Correction',
      erasure: 'Erasure',
      objection: 'Objection',
      revocation: 'Withdrawal of consent',
    },
  },
  pt: {
    title: 'Dados pessoais',
    company: 'Empresa',
    written: 'Exportado em',
    note: 'Tudo neste documento, com mais detalhes, está em data.json. Os arquivos estão na pasta media.',
    none: 'Nenhum',
    lists: 'Listas',
    consents: 'Consentimento',
    requests: 'Solicitações de privacidade',
    conversation: 'Conversa',
    notes: { note: 'Nota', task: 'Tarefa', call: 'Ligação' },
    fields: {
      name: 'Nome',
      profileName: 'Nome no WhatsApp',
      phones: 'Telefones',
      emails: 'E-mails',
      username: 'Nome de usuário',
      document: 'CPF ou CNPJ',
      birthday: 'Aniversário',
      organization: 'Empresa',
      jobTitle: 'Cargo',
      language: 'Idioma',
      timezone: 'Fuso horário',
      address: 'Endereço',
      notes: 'Observações',
      tags: 'Tags',
      attributes: 'Outros campos',
      createdAt: 'Adicionado em',
    },
    states: { granted: 'dado', denied: 'recusado', withdrawn: 'retirado', pending: 'não confirmado' },
    purposes: { marketing: 'Marketing', utility: 'Avisos de atendimento', ai_processing: 'Uso de IA' },
    kinds: {
      access: 'Acesso',
      export: 'Cópia dos dados',
      correction: 'Correção',
      erasure: 'Eliminação',
      objection: 'Oposição',
      revocation: 'Revogação do consentimento',
    },
  },
} as const

const media = { whatsapp: 'WhatsApp', email: 'Email', sms: 'SMS' } as const

const timeOf = (instant: string | Date, { locale, timezone, ...reading }: Head) =>
  dateTimeWriter({ ...reading, language: locale, timeZone: timezone }, 'short', 'medium')(instant)

/** What stands above the document about a person. */
export const packageHead = (company: string, head: Head): PdfHead => {
  const t = texts[head.locale]
  return {
    title: `${t.title}: ${head.contact}`,
    meta: [`${t.company}: ${company}`, `${t.written}: ${timeOf(head.at, head)} (${head.timezone})`, t.note],
  }
}

const plain = (label: string, text: string): PdfLine => ({ label, text, tone: 'plain' })

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(valueText).join('\n')
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${valueText(one)}`)
      .join('\n')
  return value === null || value === undefined ? '' : String(value)
}

function* profileLines({ contact }: Dossier, head: Head): Generator<PdfLine> {
  for (const [field, label] of Object.entries(texts[head.locale].fields)) {
    const value = contact[field as keyof typeof contact]
    const text = field === 'createdAt' ? timeOf(contact.createdAt, head) : valueText(value)
    if (text !== '') yield plain(label, text)
  }
}

const consentText = ({ medium, purpose, state, at, evidence }: ConsentRecord, head: Head): string => {
  const t = texts[head.locale]
  const proof = evidence.words ?? evidence.note
  const what = `${t.purposes[purpose]} · ${media[medium]}: ${t.states[state]}, ${timeOf(at, head)}`
  return proof ? `${what} (${proof})` : what
}

const orNone = (lines: readonly string[], none: string): string => (lines.length > 0 ? lines.join('\n') : none)

/** Everything kept about a person that can be read, a line at a time. */
export async function* packageLines(dossier: Dossier, talks: AsyncIterable<Talk>, head: Head): AsyncGenerator<PdfLine> {
  const t = texts[head.locale]
  const { lists, consents, requests, notes } = dossier
  yield* profileLines(dossier, head)
  yield plain(
    t.lists,
    orNone(
      lists.map(({ name }) => name),
      t.none,
    ),
  )
  yield plain(
    t.consents,
    orNone(
      consents.data.map((record) => consentText(record, head)),
      t.none,
    ),
  )
  yield plain(
    t.requests,
    orNone(
      requests.map(({ kind, createdAt }) => `${t.kinds[kind]}, ${timeOf(createdAt, head)}`),
      t.none,
    ),
  )
  for (const { kind, body, author, createdAt } of notes) {
    const label = kind in t.notes ? t.notes[kind as keyof typeof t.notes] : t.notes.note
    yield { label: [timeOf(createdAt, head), label, author].filter(Boolean).join(' · '), text: body, tone: 'note' }
  }
  for await (const { conversation, entries } of talks) {
    yield plain(t.conversation, `${conversation.number} · ${timeOf(conversation.startedAt, head)}`)
    for await (const { message, file } of entries) yield pdfLine(lineOf(message, file, head))
  }
}
