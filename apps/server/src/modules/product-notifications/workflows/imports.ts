import { email, inApp, whileAway, workflow } from './build.ts'

const url = '/company/contacts/imports/{{importId}}'

export const importWorkflows = {
  'import.finished': workflow({
    name: { en: 'My import is done', pt: 'Minha importação terminou' },
    group: { en: 'Team', pt: 'Equipe' },
    description: {
      en: 'A file of contacts you imported was read to its end.',
      pt: 'Um arquivo de contatos que você importou foi lido até o fim.',
    },
    tags: ['team'],
    sample: { importId: '0190', name: 'clientes.csv', created: 120, updated: 14, failed: 2 },
    steps: [
      inApp({
        feed: 'general',
        icon: 'success',
        url,
        content: {
          en: '<b>{{name}}</b> was imported: {{created}} created, {{updated}} updated, {{failed}} failed',
          pt: '<b>{{name}}</b> foi importado: {{created}} criados, {{updated}} atualizados, {{failed}} com erro',
        },
      }),
      email({
        url,
        subject: { en: '{{name}} was imported', pt: '{{name}} foi importado' },
        body: {
          en: '<b>{{name}}</b> was imported: {{created}} contacts created, {{updated}} updated, {{failed}} rows failed. You can undo it for seven days.',
          pt: '<b>{{name}}</b> foi importado: {{created}} contatos criados, {{updated}} atualizados, {{failed}} linhas com erro. Você pode desfazer por sete dias.',
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
      en: 'A file of contacts could not be imported to its end.',
      pt: 'Um arquivo de contatos não pôde ser importado até o fim.',
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
          en: 'The import of <b>{{name}}</b> stopped before its end',
          pt: 'A importação de <b>{{name}}</b> parou antes do fim',
        },
      }),
      email({
        url,
        subject: { en: 'The import of {{name}} stopped', pt: 'A importação de {{name}} parou' },
        body: {
          en: 'The import of <b>{{name}}</b> stopped before its end. What was imported until then stays; its page says why it stopped.',
          pt: 'A importação de <b>{{name}}</b> parou antes do fim. O que foi importado até ali fica; a página dela diz por quê.',
        },
        button: { en: 'See why', pt: 'Ver o motivo' },
        filters: whileAway,
      }),
    ],
  }),
}
