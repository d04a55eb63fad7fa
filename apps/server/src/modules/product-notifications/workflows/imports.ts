import { email, inApp, whileAway, workflow } from './build.ts'

const url = '/company/contacts/imports/{{importId}}'

export const importWorkflows = {
  'import.finished': workflow({
    name: { en: 'My import is done', pt: 'Minha importação terminou' },
    group: { en: 'Team', pt: 'Equipe' },
    description: {
      en: 'A contact import you started is done.',
      pt: 'Uma importação de contatos que você iniciou terminou.',
    },
    tags: ['team'],
    sample: { importId: '0190', name: 'clientes.csv', created: 120, updated: 14, failed: 2 },
    steps: [
      inApp({
        feed: 'general',
        icon: 'success',
        url,
        content: {
          en: '<b>{{name}}</b> was imported. Created: {{created}} · Updated: {{updated}} · With errors: {{failed}}',
          pt: '<b>{{name}}</b> foi importado. Criados: {{created}} · Atualizados: {{updated}} · Com erro: {{failed}}',
        },
      }),
      email({
        url,
        subject: { en: '{{name}} was imported', pt: '{{name}} foi importado' },
        body: {
          en: '<b>{{name}}</b> was imported. Created: {{created}} · Updated: {{updated}} · With errors: {{failed}}. You can undo it for seven days.',
          pt: '<b>{{name}}</b> foi importado. Criados: {{created}} · Atualizados: {{updated}} · Com erro: {{failed}}. Você pode desfazer por sete dias.',
        },
        button: { en: 'See the result', pt: 'Ver o resultado' },
        filters: whileAway,
      }),
    ],
  }),
  'import.failed': workflow({
    name: { en: 'My import stopped', pt: 'Minha importação parou' },
    group: { en: 'Team', pt: 'Equipe' },
    description: {
      en: 'A contact import you started stopped before it finished.',
      pt: 'Uma importação de contatos que você iniciou parou antes do fim.',
    },
    tags: ['team'],
    important: true,
    sample: { importId: '0190', name: 'clientes.csv' },
    steps: [
      inApp({
        feed: 'general',
        icon: 'warning',
        url,
        content: {
          en: 'The import of <b>{{name}}</b> stopped before it finished',
          pt: 'A importação de <b>{{name}}</b> parou antes do fim',
        },
      }),
      email({
        url,
        subject: { en: 'The import of {{name}} stopped', pt: 'A importação de {{name}} parou' },
        body: {
          en: 'The import of <b>{{name}}</b> stopped before it finished. Rows imported before that were kept. Open it to see why.',
          pt: 'A importação de <b>{{name}}</b> parou antes do fim. As linhas já importadas foram mantidas. Abra para ver o motivo.',
        },
        button: { en: 'See why', pt: 'Ver o motivo' },
        filters: whileAway,
      }),
    ],
  }),
}
