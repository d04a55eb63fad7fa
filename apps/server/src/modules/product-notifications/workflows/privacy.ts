import { inAppAndEmail, whileAway, workflow } from './build.ts'

const url = '/company/contacts/privacy?request={{requestId}}'
const group = { en: 'Team', pt: 'Equipe' }
const sample = { requestId: '0190', kind: 'erasure', days: 3 }

/** What a request asks for, in words. */
const asked = {
  en: '{{#eq kind "access"}}Access to data{{/eq}}{{#eq kind "export"}}A copy of data{{/eq}}{{#eq kind "correction"}}Correction of data{{/eq}}{{#eq kind "erasure"}}Erasure of data{{/eq}}{{#eq kind "objection"}}Objection{{/eq}}{{#eq kind "revocation"}}Withdrawal of consent{{/eq}}',
  pt: '{{#eq kind "access"}}Acesso aos dados{{/eq}}{{#eq kind "export"}}Cópia dos dados{{/eq}}{{#eq kind "correction"}}Correção de dados{{/eq}}{{#eq kind "erasure"}}Eliminação de dados{{/eq}}{{#eq kind "objection"}}Oposição{{/eq}}{{#eq kind "revocation"}}Revogação do consentimento{{/eq}}',
}

const left = {
  en: '{{#eq days 0}}The answer is overdue.{{else}}Days left to answer: {{days}}.{{/eq}}',
  pt: '{{#eq days 0}}O prazo de resposta venceu.{{else}}Dias restantes para responder: {{days}}.{{/eq}}',
}

export const privacyWorkflows = {
  'privacy_request.received': workflow({
    name: { en: 'New privacy request', pt: 'Nova solicitação de privacidade' },
    group,
    description: {
      en: 'A contact makes a request about their personal data.',
      pt: 'Um contato faz uma solicitação sobre os próprios dados.',
    },
    tags: ['team'],
    important: true,
    sample,
    steps: inAppAndEmail({
      feed: 'general',
      icon: 'info',
      url,
      content: {
        en: `New privacy request: <b>${asked.en}</b>. ${left.en}`,
        pt: `Nova solicitação de privacidade: <b>${asked.pt}</b>. ${left.pt}`,
      },
      subject: { en: 'New privacy request', pt: 'Nova solicitação de privacidade' },
      body: {
        en: `A contact made a privacy request: <b>${asked.en}</b>. ${left.en}`,
        pt: `Um contato fez uma solicitação de privacidade: <b>${asked.pt}</b>. ${left.pt}`,
      },
      button: { en: 'Open request', pt: 'Abrir solicitação' },
      mailed: whileAway,
    }),
  }),
  'privacy_request.due': workflow({
    name: {
      en: 'A privacy request is due soon or overdue',
      pt: 'Solicitação de privacidade perto do prazo ou vencida',
    },
    group,
    description: {
      en: 'A privacy request is due in three days, or overdue.',
      pt: 'Uma solicitação de privacidade vence em três dias ou já venceu.',
    },
    tags: ['team'],
    important: true,
    sample,
    steps: inAppAndEmail({
      feed: 'general',
      icon: 'warning',
      url,
      content: {
        en: `Privacy request still open: <b>${asked.en}</b>. ${left.en}`,
        pt: `Solicitação de privacidade em aberto: <b>${asked.pt}</b>. ${left.pt}`,
      },
      subject: {
        en: 'A privacy request is due soon or overdue',
        pt: 'Solicitação de privacidade perto do prazo ou vencida',
      },
      body: {
        en: `A privacy request is still open: <b>${asked.en}</b>. ${left.en}`,
        pt: `Uma solicitação de privacidade continua em aberto: <b>${asked.pt}</b>. ${left.pt}`,
      },
      button: { en: 'Open request', pt: 'Abrir solicitação' },
    }),
  }),
}
