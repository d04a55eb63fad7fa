import { email, inApp, whileAway, workflow } from './build.ts'

const url = '/dashboard#tasks'

export const exportWorkflows = {
  'export.ready': workflow({
    name: { en: 'My export is ready', pt: 'Minha exportação está pronta' },
    group: { en: 'Team', pt: 'Equipe' },
    description: {
      en: 'A file you requested is ready to download.',
      pt: 'Um arquivo que você pediu está pronto para baixar.',
    },
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
          en: 'The file <b>{{name}}</b> you requested is ready. You can download it for seven days.',
          pt: 'O arquivo <b>{{name}}</b> que você pediu está pronto. Ele fica disponível para download por sete dias.',
        },
        button: { en: 'Download', pt: 'Baixar' },
        filters: whileAway,
      }),
    ],
  }),
}
