import { email, inApp, inAppAndEmail, type Texts, whileAway, workflow } from './build.ts'

const url = '/company/campaigns/{{campaignId}}'
const feed = 'campaigns'
const tags = ['campaigns']
const group = { en: 'Campaigns', pt: 'Campanhas' }
const button: Texts = { en: 'Open campaign', pt: 'Abrir campanha' }
const sample = { campaignId: '01900000-0000-7000-8000-000000000000', name: 'Spring sale' }

type Word = 'en' | 'pt'

/** A count as it is written in the language. */
const count = (key: string, word: Word) =>
  word === 'en' ? `{{numberFormat ${key} decimalLength=0}}` : `{{numberFormat ${key} decimalLength=0 thousandsSep="."}}`

type Reasons = readonly [code: string, en: string, pt: string][]

const because = (reasons: Reasons, word: Word) =>
  reasons.map(([code, en, pt]) => `{{#eq reason "${code}"}}: ${word === 'en' ? en : pt}{{/eq}}`).join('')

const pauses: Reasons = [
  ['quality', "its number's quality dropped", 'a qualidade do número caiu'],
  ['template_paused', "its template can't be sent right now", 'o modelo não pode ser enviado no momento'],
  [
    'access_revoked',
    'the company or the person who launched it may no longer send campaigns',
    'a empresa ou quem a iniciou não tem mais acesso ao envio de campanhas',
  ],
  ['channel_down', "a number it uses can't send messages", 'um dos números não consegue enviar mensagens'],
  ['error_rate', 'too many messages failed', 'muitas mensagens falharam'],
  ['opt_out_rate', 'too many people opted out', 'muitas pessoas pediram para não receber mais mensagens'],
  ['platform', 'the platform paused it', 'a plataforma a pausou'],
  ['blocked', 'something kept it from starting at its time', 'algo impediu que ela começasse no horário'],
  ['full', 'the company has reached its limit of campaigns', 'a empresa atingiu o limite de campanhas'],
  ['held', 'the platform paused it', 'a plataforma a pausou'],
]

const failures: Reasons = [
  ['no_recipients', 'no one was left to send it to', 'não restou nenhum destinatário'],
  ['internal', 'something went wrong on our side', 'ocorreu um erro do nosso lado'],
]

const winners: Reasons = [
  ['clear', 'it did clearly better', 'ela foi claramente melhor'],
  [
    'higher',
    'it did better, though the difference may be chance',
    'ela foi melhor, embora a diferença possa ser acaso',
  ],
  ['unclear', 'the difference may be chance', 'a diferença pode ser acaso'],
  ['tie', 'the variants did equally well', 'as variantes empataram'],
  ['too_little', 'there was too little data to tell them apart', 'não havia dados suficientes para diferenciá-las'],
]

const decisions: Reasons = [
  ['released', 'was released. You can resume it', 'foi liberada. Você já pode retomá-la'],
  ['approved', 'was approved and goes ahead as scheduled', 'foi aprovada e segue conforme o agendamento'],
  [
    'throttled',
    'is now limited by the platform. Most messages per second: {{perSecond}}',
    'agora está limitada pela plataforma. Máximo de mensagens por segundo: {{perSecond}}',
  ],
  ['unthrottled', 'is no longer limited by the platform', 'não está mais limitada pela plataforma'],
]

const decided = (word: Word) => {
  const told = decisions.map(([code, en, pt]) => `{{#eq change "${code}"}} ${word === 'en' ? en : pt}{{/eq}}`).join('')
  return `${word === 'en' ? 'The campaign' : 'A campanha'} <b>{{name}}</b>${told}.`
}

const judged = (word: Word) =>
  word === 'en'
    ? '{{#if approved}}The campaign <b>{{name}}</b> was approved{{else}}The campaign <b>{{name}}</b> was rejected{{/if}}{{#if note}}: {{note}}{{/if}}'
    : '{{#if approved}}A campanha <b>{{name}}</b> foi aprovada{{else}}A campanha <b>{{name}}</b> foi recusada{{/if}}{{#if note}}: {{note}}{{/if}}'

const finished = (word: Word) =>
  word === 'en'
    ? `<b>{{name}}</b> is finished. Sent: ${count('sent', word)}{{#if failed}} · Failed: ${count('failed', word)}{{/if}}`
    : `A campanha <b>{{name}}</b> terminou. Enviadas: ${count('sent', word)}{{#if failed}} · Com falha: ${count('failed', word)}{{/if}}`

/** What campaigns tell those who run them. */
export const campaignWorkflows = {
  'campaign.started': workflow({
    name: { en: 'My campaign started', pt: 'Minha campanha começou' },
    group,
    description: { en: 'A campaign of yours started sending.', pt: 'Uma campanha sua começou a ser enviada.' },
    tags,
    sample: { ...sample, recipients: 1200 },
    steps: [
      inApp({
        feed,
        icon: 'info',
        url,
        content: {
          en: `<b>{{name}}</b> started sending. Recipients: ${count('recipients', 'en')}`,
          pt: `O envio da campanha <b>{{name}}</b> começou. Destinatários: ${count('recipients', 'pt')}`,
        },
      }),
    ],
  }),
  'campaign.finished': workflow({
    name: { en: 'My campaign is finished', pt: 'Minha campanha terminou' },
    group,
    description: {
      en: 'Everything a campaign of yours had to send was sent.',
      pt: 'Uma campanha sua terminou de ser enviada.',
    },
    tags,
    sample: { ...sample, sent: 1180, failed: 20 },
    steps: [
      inApp({ feed, icon: 'success', url, content: { en: finished('en'), pt: finished('pt') } }),
      email({
        url,
        subject: { en: '{{name}} is finished', pt: 'A campanha {{name}} terminou' },
        body: {
          en: `${finished('en')}. Replies and deliveries are still being counted.`,
          pt: `${finished('pt')}. Respostas e entregas continuam sendo contadas.`,
        },
        button: { en: 'See the results', pt: 'Ver os resultados' },
        filters: whileAway,
      }),
    ],
  }),
  'campaign.paused': workflow({
    name: { en: 'Campaign paused automatically', pt: 'Campanha pausada automaticamente' },
    group,
    description: {
      en: 'A campaign was paused to protect your number, or because it could no longer be sent.',
      pt: 'Uma campanha foi pausada para proteger seu número, ou porque não podia mais ser enviada.',
    },
    tags,
    critical: true,
    sample: { ...sample, reason: 'error_rate', note: '' },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: `The campaign <b>{{name}}</b> was paused${because(pauses, 'en')}{{#if note}}: {{note}}{{/if}}`,
        pt: `A campanha <b>{{name}}</b> foi pausada${because(pauses, 'pt')}{{#if note}}: {{note}}{{/if}}`,
      },
      button,
      subject: { en: 'The campaign {{name}} was paused', pt: 'A campanha {{name}} foi pausada' },
      body: {
        en: `The campaign <b>{{name}}</b> was paused${because(pauses, 'en')}{{#if note}}: {{note}}{{/if}}. {{#eq reason "held"}}Messages already sent aren't affected. Contact support to find out what has to change before it can be sent.{{/eq}}{{#eq reason "template_paused"}}It resumes automatically when the template can be sent again.{{else}}{{#unless note}}Messages already sent aren't affected, and no one else receives it until you resume it.{{/unless}}{{/eq}}`,
        pt: `A campanha <b>{{name}}</b> foi pausada${because(pauses, 'pt')}{{#if note}}: {{note}}{{/if}}. {{#eq reason "held"}}As mensagens já enviadas não mudam. Fale com o suporte para saber o que precisa mudar antes do envio.{{/eq}}{{#eq reason "template_paused"}}Ela é retomada automaticamente quando o modelo puder ser enviado de novo.{{else}}{{#unless note}}As mensagens já enviadas não mudam, e ninguém mais a recebe até que você a retome.{{/unless}}{{/eq}}`,
      },
    }),
  }),
  'campaign.approval_requested': workflow({
    name: { en: 'Campaign to approve', pt: 'Campanha para aprovar' },
    group,
    description: { en: 'A campaign waits for your approval.', pt: 'Uma campanha aguarda sua aprovação.' },
    tags,
    important: true,
    sample: { ...sample, recipients: 1200 },
    steps: inAppAndEmail({
      feed,
      icon: 'question',
      url,
      content: {
        en: `The campaign <b>{{name}}</b> is waiting for approval. Recipients: ${count('recipients', 'en')}`,
        pt: `A campanha <b>{{name}}</b> aguarda aprovação. Destinatários: ${count('recipients', 'pt')}`,
      },
      button: { en: 'Review campaign', pt: 'Revisar campanha' },
      subject: { en: 'The campaign {{name}} is waiting for approval', pt: 'A campanha {{name}} aguarda aprovação' },
      body: {
        en: `Nothing is sent until someone other than its author approves it. Recipients: ${count('recipients', 'en')}`,
        pt: `Nada é enviado até que outra pessoa, que não quem a criou, aprove. Destinatários: ${count('recipients', 'pt')}`,
      },
    }),
  }),
  'campaign.approval_decided': workflow({
    name: { en: 'Decision about my campaign', pt: 'Decisão sobre minha campanha' },
    group,
    description: {
      en: 'Someone approved the launch of a campaign of yours, or rejected it.',
      pt: 'Alguém aprovou ou recusou o início de uma campanha sua.',
    },
    tags,
    important: true,
    sample: { ...sample, approved: 0, ended: 0, note: 'Wait for the new prices' },
    steps: inAppAndEmail({
      feed,
      icon: 'info',
      url,
      content: { en: judged('en'), pt: judged('pt') },
      button,
      subject: {
        en: 'The campaign {{name}} was {{#if approved}}approved{{else}}rejected{{/if}}',
        pt: 'A campanha {{name}} foi {{#if approved}}aprovada{{else}}recusada{{/if}}',
      },
      body: {
        en: `${judged('en')}. {{#if approved}}It goes ahead as scheduled.{{else}}{{#if ended}}It was canceled, and no one else receives it.{{else}}It is a draft again: change it, and ask for approval once more.{{/if}}{{/if}}`,
        pt: `${judged('pt')}. {{#if approved}}Ela segue conforme o agendamento.{{else}}{{#if ended}}Ela foi cancelada, e ninguém mais a recebe.{{else}}Ela voltou a ser rascunho: altere e peça aprovação de novo.{{/if}}{{/if}}`,
      },
    }),
  }),
  'campaign.winner_chosen': workflow({
    name: { en: "Winner of my campaign's A/B test", pt: 'Vencedora do teste A/B da minha campanha' },
    group,
    description: {
      en: 'The A/B test of a campaign of yours ended, and everyone else gets the variant that was chosen.',
      pt: 'O teste A/B de uma campanha sua terminou, e os demais recebem a variante escolhida.',
    },
    tags,
    sample: { ...sample, variant: 'B', reason: 'clear', rest: 8000 },
    steps: [
      inApp({
        feed,
        icon: 'info',
        url,
        content: {
          en: `Variant {{variant}} of <b>{{name}}</b> now goes to everyone else${because(winners, 'en')}. Recipients: ${count('rest', 'en')}`,
          pt: `A variante {{variant}} de <b>{{name}}</b> agora vai para os demais${because(winners, 'pt')}. Destinatários: ${count('rest', 'pt')}`,
        },
      }),
    ],
  }),
  'campaign.decision_requested': workflow({
    name: { en: 'A/B test waits for my decision', pt: 'Teste A/B aguarda minha decisão' },
    group,
    description: {
      en: 'The A/B test of a campaign of yours ended, and you choose the variant that everyone else gets.',
      pt: 'O teste A/B de uma campanha sua terminou, e você escolhe a variante que os demais recebem.',
    },
    tags,
    important: true,
    sample,
    steps: inAppAndEmail({
      feed,
      icon: 'question',
      url,
      content: {
        en: 'The A/B test of <b>{{name}}</b> has ended. Choose the variant that everyone else gets',
        pt: 'O teste A/B de <b>{{name}}</b> terminou. Escolha a variante que os demais recebem',
      },
      button: { en: 'Choose variant', pt: 'Escolher variante' },
      subject: { en: 'Choose the winner of {{name}}', pt: 'Escolha a vencedora de {{name}}' },
      body: {
        en: 'The A/B test of <b>{{name}}</b> has ended. No one else receives it until you choose a variant.',
        pt: 'O teste A/B de <b>{{name}}</b> terminou. Ninguém mais a recebe até que você escolha uma variante.',
      },
    }),
  }),
  'campaign.failed': workflow({
    name: { en: 'My campaign failed', pt: 'Minha campanha falhou' },
    group,
    description: { en: "A campaign of yours couldn't be sent.", pt: 'Uma campanha sua não pôde ser enviada.' },
    tags,
    important: true,
    sample: { ...sample, reason: 'no_recipients' },
    steps: inAppAndEmail({
      feed,
      icon: 'error',
      url,
      content: {
        en: `The campaign <b>{{name}}</b> failed${because(failures, 'en')}`,
        pt: `A campanha <b>{{name}}</b> falhou${because(failures, 'pt')}`,
      },
      button,
      subject: { en: 'The campaign {{name}} failed', pt: 'A campanha {{name}} falhou' },
      body: {
        en: `The campaign <b>{{name}}</b> failed${because(failures, 'en')}. {{#eq reason "no_recipients"}}Everyone in its audience was left out. Open it to see why, then try a different audience.{{else}}Messages already sent aren't affected. Open it to see who didn't receive it.{{/eq}}`,
        pt: `A campanha <b>{{name}}</b> falhou${because(failures, 'pt')}. {{#eq reason "no_recipients"}}Todas as pessoas do público ficaram de fora. Abra para ver o motivo e tente com outro público.{{else}}As mensagens já enviadas não mudam. Abra para ver quem não a recebeu.{{/eq}}`,
      },
    }),
  }),
  'campaign.platform_changed': workflow({
    name: { en: 'Platform decision about a campaign', pt: 'Decisão da plataforma sobre uma campanha' },
    group,
    description: {
      en: 'The platform released, approved or slowed down a campaign.',
      pt: 'A plataforma liberou, aprovou ou limitou uma campanha.',
    },
    tags,
    important: true,
    sample: { ...sample, change: 'throttled', perSecond: 10 },
    steps: inAppAndEmail({
      feed,
      icon: 'info',
      url,
      content: { en: decided('en'), pt: decided('pt') },
      button,
      subject: { en: 'News about the campaign {{name}}', pt: 'Novidade sobre a campanha {{name}}' },
      body: { en: decided('en'), pt: decided('pt') },
    }),
  }),
  'campaign.spend_cap': workflow({
    name: { en: 'Campaign spend limit', pt: 'Teto de gastos de uma campanha' },
    group,
    description: {
      en: 'A campaign has spent most of its spend limit, or was paused because it reached it.',
      pt: 'Uma campanha gastou a maior parte do teto de gastos, ou foi pausada porque o atingiu.',
    },
    tags,
    important: true,
    sample: { ...sample, reached: 1, percent: 100, amountEn: 'R$120.00', amountPt: 'R$ 120,00' },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: 'The campaign <b>{{name}}</b> {{#if reached}}was paused: it reached its spend limit, with {{amountEn}} spent{{else}}has spent {{amountEn}}: {{percent}}% of its spend limit{{/if}}',
        pt: 'A campanha <b>{{name}}</b> {{#if reached}}foi pausada: atingiu o teto de gastos, com {{amountPt}} gastos{{else}}já gastou {{amountPt}}: {{percent}}% do teto de gastos{{/if}}',
      },
      button,
      subject: {
        en: 'The campaign {{name}} {{#if reached}}reached its spend limit{{else}}has spent {{percent}}% of its limit{{/if}}',
        pt: 'A campanha {{name}} {{#if reached}}atingiu o teto de gastos{{else}}já gastou {{percent}}% do teto{{/if}}',
      },
      body: {
        en: 'The campaign <b>{{name}}</b> has spent {{amountEn}}{{#if reached}} and was paused. No one else receives it until you resume it.{{else}}, {{percent}}% of its spend limit. It goes on, and pauses when it reaches the limit.{{/if}}',
        pt: 'A campanha <b>{{name}}</b> já gastou {{amountPt}}{{#if reached}} e foi pausada. Ninguém mais a recebe até que você a retome.{{else}}, {{percent}}% do teto de gastos. O envio continua, e será pausado quando atingir o teto.{{/if}}',
      },
    }),
  }),
}
