import type { FastifyReply, FastifyRequest } from 'fastify'

const texts = {
  en: {
    gone: ['This link leads nowhere', 'It may be incomplete, or its time is over. Ask whoever sent it for a new one.'],
    later: ['This link cannot be opened right now', 'Try again in a moment.'],
    often: ['This link was opened too often', 'Try again in a few minutes.'],
  },
  pt: {
    gone: ['Este link não leva a lugar nenhum', 'Ele pode estar incompleto ou expirado. Peça um novo a quem enviou.'],
    later: ['Não é possível abrir este link agora', 'Tente de novo em instantes.'],
    often: ['Este link foi aberto vezes demais', 'Tente de novo em alguns minutos.'],
  },
} as const

const statuses = { gone: 404, later: 503, often: 429 } as const

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const style =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}' +
  'main{max-width:28rem;padding:2rem;text-align:center}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0}'

const languageOf = ({ headers }: FastifyRequest): 'en' | 'pt' =>
  headers['accept-language']?.toLowerCase().startsWith('pt') ? 'pt' : 'en'

/** Says in a small page why a link does not lead on. */
export const sendLinkPage = (request: FastifyRequest, reply: FastifyReply, reason: keyof typeof statuses) => {
  const language = languageOf(request)
  const [title, text] = texts[language][reason]
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex">` +
    `<meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>` +
    `<body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
  return reply
    .code(statuses[reason])
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(html)
}
