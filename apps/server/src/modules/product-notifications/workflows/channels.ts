import { digest, inApp, inAppAndEmail, workflow } from './build.ts'

const url = '/integrations/whatsapp/{{channelId}}'
const feed = 'system'
const tags = ['channels']
const group = { en: 'Numbers', pt: 'Números' }
const button = { en: 'Open number', pt: 'Abrir número' }
/** Mails go out when all of it is used, not before. */
const whenAll = [
  {
    value: 'AND' as const,
    isNegated: false,
    children: [{ on: 'payload' as const, field: 'percent', operator: 'EQUAL' as const, value: '100' }],
  },
]
const sample = { channelId: '01900000-0000-7000-8000-000000000000', channel: 'Empório (+55 81 3030-4040)' }
const signupUrl = '/integrations/whatsapp?tab=signup'
const signupButton = { en: 'Continue', pt: 'Continuar' }
const signupSample = { onboardingId: '01900000-0000-7000-8000-000000000000', account: 'Empório' }

/** Meta's tiers in words; one that is new to us stays as Meta writes it. */
const limits: readonly [code: string, en: string, pt: string][] = [
  ['50', '50 customers per day', 'de 50 clientes por dia'],
  ['250', '250 customers per day', 'de 250 clientes por dia'],
  ['1K', '1,000 customers per day', 'de mil clientes por dia'],
  ['2K', '2,000 customers per day', 'de 2 mil clientes por dia'],
  ['10K', '10,000 customers per day', 'de 10 mil clientes por dia'],
  ['100K', '100,000 customers per day', 'de 100 mil clientes por dia'],
  ['UNLIMITED', 'unlimited', 'ilimitado'],
]
const limitIn = (word: 'en' | 'pt') =>
  limits.reduceRight(
    (otherwise, [code, en, pt]) => `{{#eq limit "${code}"}}${word === 'en' ? en : pt}{{else}}${otherwise}{{/eq}}`,
    '{{limit}}',
  )

export const channelWorkflows = {
  'channel.connected': workflow({
    name: { en: 'Number connected', pt: 'Número conectado' },
    group,
    description: { en: 'A WhatsApp number was connected.', pt: 'Um número do WhatsApp foi conectado.' },
    tags,
    sample,
    steps: [
      inApp({
        feed,
        icon: 'success',
        url,
        content: {
          en: 'The number <b>{{channel}}</b> is connected',
          pt: 'O número <b>{{channel}}</b> foi conectado',
        },
      }),
    ],
  }),
  'channel.token_expired': workflow({
    name: { en: 'Number access expired', pt: 'O acesso a um número expirou' },
    group,
    description: {
      en: "WhatsApp no longer accepts a number's access token, so nothing is sent or received.",
      pt: 'O WhatsApp não aceita mais o token de acesso de um número; nada é enviado nem recebido.',
    },
    tags,
    critical: true,
    sample,
    steps: inAppAndEmail({
      feed,
      icon: 'error',
      url,
      content: {
        en: 'Access to <b>{{channel}}</b> has expired: nothing is sent until you enter a new token',
        pt: 'O acesso a <b>{{channel}}</b> expirou: nada será enviado até você informar um novo token',
      },
      button,
      subject: { en: 'Access to {{channel}} has expired', pt: 'O acesso a {{channel}} expirou' },
      body: {
        en: "WhatsApp no longer accepts this number's access token. Nothing is sent until you enter a new one.",
        pt: 'O WhatsApp não aceita mais o token de acesso deste número. Nada será enviado até você informar um novo.',
      },
    }),
  }),
  'channel.restricted': workflow({
    name: { en: 'Number restricted', pt: 'Número restrito' },
    group,
    description: {
      en: 'WhatsApp restricted or banned a number.',
      pt: 'O WhatsApp restringiu ou baniu um número.',
    },
    tags,
    critical: true,
    sample: { ...sample, status: 'restricted' },
    steps: inAppAndEmail({
      feed,
      icon: 'error',
      url,
      content: {
        en: '{{#eq status "banned"}}WhatsApp banned <b>{{channel}}</b>{{else}}WhatsApp restricted what <b>{{channel}}</b> can do{{/eq}}',
        pt: '{{#eq status "banned"}}O WhatsApp baniu <b>{{channel}}</b>{{else}}O WhatsApp restringiu o que <b>{{channel}}</b> pode fazer{{/eq}}',
      },
      button,
      subject: {
        en: '{{#eq status "banned"}}WhatsApp banned {{channel}}{{else}}WhatsApp restricted {{channel}}{{/eq}}',
        pt: '{{#eq status "banned"}}O WhatsApp baniu {{channel}}{{else}}O WhatsApp restringiu {{channel}}{{/eq}}',
      },
      body: {
        en: "This number's messages may not be delivered. Its page explains why and what to do.",
        pt: 'As mensagens deste número podem não ser entregues. A página dele explica o motivo e o que fazer.',
      },
    }),
  }),
  'channel.webhook_stale': workflow({
    name: { en: "A number isn't receiving messages", pt: 'Um número não está recebendo mensagens' },
    group,
    description: {
      en: "WhatsApp isn't delivering customers' messages to a number.",
      pt: 'O WhatsApp não está entregando as mensagens dos clientes a um número.',
    },
    tags,
    critical: true,
    sample,
    steps: inAppAndEmail({
      feed,
      icon: 'error',
      url,
      content: {
        en: "Customers' messages to <b>{{channel}}</b> aren't arriving",
        pt: 'As mensagens dos clientes para <b>{{channel}}</b> não estão chegando',
      },
      button,
      subject: {
        en: "Customers' messages to {{channel}} aren't arriving",
        pt: 'As mensagens dos clientes para {{channel}} não estão chegando',
      },
      body: {
        en: "Meta is no longer sending us this number's messages. Reconnect the number to fix it.",
        pt: 'A Meta não está mais nos enviando as mensagens deste número. Reconecte-o para corrigir.',
      },
    }),
  }),
  'platform.webhook_stale': workflow({
    name: { en: "Numbers that aren't receiving messages", pt: 'Números que não estão recebendo mensagens' },
    group: { en: 'Platform', pt: 'Plataforma' },
    description: {
      en: 'A number receives nothing from WhatsApp. Sent to platform admins, grouped by hour.',
      pt: 'Um número não recebe nada do WhatsApp. Enviado aos administradores da plataforma, agrupado por hora.',
    },
    tags: ['platform'],
    critical: true,
    sample: { ...sample, companyName: 'Empório' },
    steps: [
      digest({ type: 'backoff', amount: 1, unit: 'hours', backoffAmount: 1, backoffUnit: 'hours' }),
      ...inAppAndEmail({
        feed,
        icon: 'error',
        url: '/admin/whatsapp-channels?status=degraded',
        button: { en: 'Open numbers', pt: 'Abrir números' },
        content: {
          en: "{{#gt step.total_count 1}}{{step.total_count}} numbers aren't receiving anything from WhatsApp{{else}}<b>{{channel}}</b> ({{companyName}}) isn't receiving anything from WhatsApp{{/gt}}",
          pt: '{{#gt step.total_count 1}}{{step.total_count}} números não estão recebendo nada do WhatsApp{{else}}<b>{{channel}}</b> ({{companyName}}) não está recebendo nada do WhatsApp{{/gt}}',
        },
        subject: {
          en: "{{#gt step.total_count 1}}{{step.total_count}} numbers aren't receiving anything from WhatsApp{{else}}{{channel}} isn't receiving anything from WhatsApp{{/gt}}",
          pt: '{{#gt step.total_count 1}}{{step.total_count}} números não estão recebendo nada do WhatsApp{{else}}{{channel}} não está recebendo nada do WhatsApp{{/gt}}',
        },
        body: {
          en: "Customers' messages may not be reaching {{#gt step.total_count 1}}several companies{{else}}{{companyName}}{{/gt}}. If it's a single number, ask its company to reconnect it; if there are many, check the webhook URL and the fields of our app in Meta.",
          pt: 'Mensagens de clientes podem não estar chegando {{#gt step.total_count 1}}a várias empresas{{else}}à empresa {{companyName}}{{/gt}}. Se for um só número, peça à empresa que o reconecte; se forem muitos, verifique a URL do webhook e os campos do nosso app na Meta.',
        },
      }),
    ],
  }),
  'channel.quality_changed': workflow({
    name: { en: 'Number quality dropped', pt: 'A qualidade de um número caiu' },
    group,
    description: {
      en: 'Customers are blocking or reporting a number, so WhatsApp lowered its quality rating.',
      pt: 'Clientes estão bloqueando ou denunciando um número, e o WhatsApp reduziu a qualidade dele.',
    },
    tags,
    sample: { ...sample, quality: 'RED' },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: 'The quality of <b>{{channel}}</b> is now {{#eq quality "RED"}}low{{else}}medium{{/eq}}',
        pt: 'A qualidade de <b>{{channel}}</b> agora é {{#eq quality "RED"}}baixa{{else}}média{{/eq}}',
      },
      button,
      subject: {
        en: 'The quality of {{channel}} is now {{#eq quality "RED"}}low{{else}}medium{{/eq}}',
        pt: 'A qualidade de {{channel}} agora é {{#eq quality "RED"}}baixa{{else}}média{{/eq}}',
      },
      body: {
        en: "People are blocking or reporting this number's messages. Message only people who opted in: if quality is low, WhatsApp restricts the number.",
        pt: 'Pessoas estão bloqueando ou denunciando mensagens deste número. Escreva apenas para quem autorizou: com qualidade baixa, o WhatsApp restringe o número.',
      },
    }),
  }),
  'channel.limit_changed': workflow({
    name: { en: 'Messaging limit changed', pt: 'O limite de mensagens de um número mudou' },
    group,
    description: {
      en: 'WhatsApp changed how many people a number can message per day.',
      pt: 'O WhatsApp mudou para quantas pessoas um número pode escrever por dia.',
    },
    tags,
    sample: { ...sample, limit: '10K' },
    steps: [
      inApp({
        feed,
        icon: 'info',
        url,
        content: {
          en: `The messaging limit of <b>{{channel}}</b> is now ${limitIn('en')}`,
          pt: `O limite de mensagens de <b>{{channel}}</b> agora é ${limitIn('pt')}`,
        },
      }),
    ],
  }),
  'channel.limit_reached': workflow({
    name: { en: 'Messaging limit almost reached', pt: 'Limite de mensagens quase no fim' },
    group,
    description: {
      en: "A portfolio's numbers messaged almost as many people as WhatsApp allows in 24 hours, or reached the limit.",
      pt: 'Os números de um portfólio estão perto do limite de pessoas que o WhatsApp permite em 24 horas, ou o atingiram.',
    },
    tags,
    sample: { ...sample, percent: 90 },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: "{{#eq percent 100}}<b>{{channel}}</b> reached its messaging limit: WhatsApp won't deliver templates to more people for now{{else}}<b>{{channel}}</b> used {{percent}}% of its messaging limit{{/eq}}",
        pt: '{{#eq percent 100}}<b>{{channel}}</b> atingiu o limite de mensagens: por enquanto o WhatsApp não entrega modelos a novas pessoas{{else}}<b>{{channel}}</b> usou {{percent}}% do limite de mensagens{{/eq}}',
      },
      button,
      subject: {
        en: '{{channel}} reached its messaging limit',
        pt: '{{channel}} atingiu o limite de mensagens',
      },
      body: {
        en: "This portfolio's numbers messaged as many people as WhatsApp allows in 24 hours. The limit recovers gradually over the next 24 hours. Replies to customers still go out.",
        pt: 'Os números deste portfólio escreveram para todas as pessoas que o WhatsApp permite em 24 horas. O limite é liberado aos poucos nas próximas 24 horas. Respostas a clientes continuam sendo enviadas.',
      },
      mailed: whenAll,
    }),
  }),
  'channel.spend_cap': workflow({
    name: { en: 'Number spend limit', pt: 'Teto de gastos de um número' },
    group,
    description: {
      en: "A number's messages used most or all of the spend a company allows per day.",
      pt: 'As mensagens de um número custaram quase tudo, ou tudo, o que a empresa permite gastar por dia.',
    },
    tags,
    sample: { ...sample, percent: 80, held: 0 },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url: `${url}?tab=limits`,
      content: {
        en: "<b>{{channel}}</b> used {{percent}}% of today's spend limit{{#eq percent 100}}{{#eq held 1}}: templates wait until tomorrow{{/eq}}{{/eq}}",
        pt: '<b>{{channel}}</b> usou {{percent}}% do teto de gastos de hoje{{#eq percent 100}}{{#eq held 1}}: os modelos esperam até amanhã{{/eq}}{{/eq}}',
      },
      button,
      subject: {
        en: "{{channel}} used {{percent}}% of today's spend limit",
        pt: '{{channel}} usou {{percent}}% do teto de gastos de hoje',
      },
      body: {
        en: "{{#eq held 1}}Once the limit is reached, templates and bulk messages wait until your company's next day; replies in conversations still go out.{{else}}Nothing is held back: this limit only warns.{{/eq}} You can change it in the number's limits.",
        pt: '{{#eq held 1}}Ao atingir o teto, modelos e mensagens em massa esperam até o próximo dia da empresa; respostas nas conversas continuam sendo enviadas.{{else}}Nada é retido: este teto apenas avisa.{{/eq}} Você pode alterá-lo nos limites do número.',
      },
    }),
  }),
  'channel.disconnected': workflow({
    name: { en: 'Number disconnected', pt: 'Número desconectado' },
    group,
    description: {
      en: 'A number was disconnected here or moved away, or its owner removed our access in Meta or in the WhatsApp Business app.',
      pt: 'Um número foi desconectado ou movido, ou o dono removeu nosso acesso na Meta ou no app WhatsApp Business.',
    },
    tags,
    critical: true,
    sample: { ...sample, by: 'member' },
    steps: inAppAndEmail({
      feed,
      icon: 'error',
      url,
      content: {
        en: '<b>{{channel}}</b> was disconnected{{#eq by "owner"}} by its owner, in Meta or in the WhatsApp Business app{{/eq}}{{#eq by "move"}}: it\'s now in another company{{/eq}}',
        pt: '<b>{{channel}}</b> foi desconectado{{#eq by "owner"}} pelo dono, na Meta ou no app WhatsApp Business{{/eq}}{{#eq by "move"}}: agora está em outra empresa{{/eq}}',
      },
      button,
      subject: { en: '{{channel}} was disconnected', pt: '{{channel}} foi desconectado' },
      body: {
        en: '{{#eq by "owner"}}The number\'s owner removed our access, in Meta or in the WhatsApp Business app.{{else}}{{#eq by "move"}}The number was moved to another company.{{else}}An admin of your company disconnected it.{{/eq}}{{/eq}} It no longer sends or receives here; you can still read its conversations.{{#eq by "move"}}{{else}} Reconnect it to pick up where you left off.{{/eq}}',
        pt: '{{#eq by "owner"}}O dono do número removeu nosso acesso na Meta ou no app WhatsApp Business.{{else}}{{#eq by "move"}}O número foi movido para outra empresa.{{else}}Um administrador da sua empresa o desconectou.{{/eq}}{{/eq}} Nada mais é enviado nem recebido por ele aqui; as conversas continuam disponíveis para leitura.{{#eq by "move"}}{{else}} Reconecte-o para continuar de onde parou.{{/eq}}',
      },
    }),
  }),
  'channel.coexistence_idle': workflow({
    name: { en: 'WhatsApp Business app of a number unused', pt: 'App de um número sem uso' },
    group,
    description: {
      en: 'No one has opened the WhatsApp Business app of a number for ten days; WhatsApp disconnects it after about two weeks.',
      pt: 'Ninguém abre o app WhatsApp Business de um número há dez dias; o WhatsApp o desconecta após cerca de duas semanas.',
    },
    tags,
    sample: { ...sample, days: 10 },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: 'No one has used the WhatsApp Business app of <b>{{channel}}</b> for {{days}} days: open it, or WhatsApp will disconnect the number',
        pt: 'O app de <b>{{channel}}</b> não é usado há {{days}} dias: abra-o, ou o WhatsApp desconectará o número',
      },
      button,
      subject: {
        en: 'Open the WhatsApp Business app of {{channel}}',
        pt: 'Abra o app WhatsApp Business de {{channel}}',
      },
      body: {
        en: "WhatsApp disconnects numbers whose app isn't opened for about two weeks. Open the WhatsApp Business app on this number's phone to keep it connected.",
        pt: 'O WhatsApp desconecta números cujo app fica cerca de duas semanas sem ser aberto. Abra o WhatsApp Business no celular deste número para mantê-lo conectado.',
      },
    }),
  }),
  'channel.onboarding_stuck': workflow({
    name: { en: 'Number connection stuck', pt: 'A conexão de um número parou' },
    group,
    description: {
      en: "A number's signup has been waiting for someone, or has failed, for half an hour.",
      pt: 'A conexão de um número está parada há meia hora, aguardando alguém ou com falha.',
    },
    tags,
    sample: signupSample,
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url: signupUrl,
      content: {
        en: 'Connecting {{#if account}}<b>{{account}}</b>{{else}}your number{{/if}} stopped: see what is missing',
        pt: 'A conexão de {{#if account}}<b>{{account}}</b>{{else}}seu número{{/if}} parou: veja o que falta',
      },
      button: signupButton,
      subject: { en: 'Connecting your WhatsApp number stopped', pt: 'A conexão do seu número de WhatsApp parou' },
      body: {
        en: "Nothing was lost: every completed step is saved. The page explains what's missing and continues from there.",
        pt: 'Nada foi perdido: todas as etapas concluídas estão salvas. A página explica o que falta e continua dali.',
      },
    }),
  }),
  'channel.onboarding_left': workflow({
    name: { en: 'Number connection not finished', pt: 'A conexão de um número ficou pela metade' },
    group,
    description: {
      en: "Someone closed Meta's window before their number was connected.",
      pt: 'Alguém fechou a janela da Meta antes de o número ser conectado.',
    },
    tags,
    sample: signupSample,
    steps: inAppAndEmail({
      feed,
      icon: 'info',
      url: signupUrl,
      content: {
        en: "You haven't finished connecting your number: continue where you left off",
        pt: 'Você não terminou de conectar seu número: continue de onde parou',
      },
      button: signupButton,
      subject: { en: 'Finish connecting your WhatsApp number', pt: 'Termine de conectar seu número de WhatsApp' },
      body: {
        en: "You closed Meta's window before your number was connected. It takes a few minutes to continue where you left off.",
        pt: 'Você fechou a janela da Meta antes de conectar o número. Bastam alguns minutos para continuar de onde parou.',
      },
    }),
  }),
}
