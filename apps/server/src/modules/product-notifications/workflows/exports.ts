import { email, inApp, whileAway, workflow } from './build.ts'

const url = '/dashboard#tasks'

export const exportWorkflows = {
  'export.ready': workflow({
    name: { en: 'My export is ready', pt: 'Minha exportação está pronta' },
    group: { en: 'Team', pt: 'Equipe' },
    description: { en: 'A file you asked for can be downloaded.', pt: 'Um arquivo que você pediu pode ser baixado.' },
    tags: ['team'],
    sample: { name: 'messages-2026-11-21.csv' },
    steps: [
      inApp({
        feed: 'general',
        icon: 'success',
        url,
        content: { en: '<b>{{name}}</b> is ready to download', pt: '<b>{{name}}</b> está pronto para baixar' },
      }),
      email({
        url,
        subject: { en: '{{name}} is ready', pt: '{{name}} está pronto' },
        body: {
          en: 'The file <b>{{name}}</b> that you asked for is ready. It can be downloaded for seven days.',
          pt: 'O arquivo <b>{{name}}</b> que você pediu está pronto. Ele pode ser baixado por sete dias.',
        },
        button: { en: 'Download', pt: 'Baixar' },
        filters: whileAway,
      }),
    ],
  }),
}
