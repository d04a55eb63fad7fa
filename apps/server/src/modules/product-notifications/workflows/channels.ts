import { digest, inApp, inAppAndEmail, workflow } from './build.ts'

const url = '/integrations/whatsapp/{{channelId}}'
const feed = 'system'
const tags = ['channels']
const group = { en: 'Numbers', pt: 'Números' }
const button = { en: 'Open the number', pt: 'Abrir o número' }
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
const signupButton = { en: 'Go on', pt: 'Continuar' }
const signupSample = { onboardingId: '01900000-0000-7000-8000-000000000000', account: 'Empório' }

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
    name: { en: 'Access to a number has ended', pt: 'O acesso a um número terminou' },
    group,
    description: {
      en: 'WhatsApp does not accept the access token of a number any more, so nothing is sent or received.',
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
        en: 'The access to <b>{{channel}}</b> has ended: nothing is sent until you give it a new token',
        pt: 'O acesso a <b>{{channel}}</b> terminou: nada será enviado até você informar um novo token',
      },
      button,
      subject: { en: 'The access to {{channel}} has ended', pt: 'O acesso a {{channel}} terminou' },
      body: {
        en: 'WhatsApp does not accept the access token of this number any more. Nothing is sent until you give it a new one.',
        pt: 'O WhatsApp não aceita mais o token de acesso deste número. Nada será enviado até você informar um novo.',
      },
    }),
  }),
  'channel.restricted': workflow({
    name: { en: 'Number restricted', pt: 'Número restringido' },
    group,
    description: {
      en: 'WhatsApp keeps a number from working as usual.',
      pt: 'O WhatsApp impede um número de funcionar normalmente.',
    },
    tags,
    critical: true,
    sample: { ...sample, status: 'restricted' },
    steps: inAppAndEmail({
      feed,
      icon: 'error',
      url,
      content: {
        en: '{{#eq status "banned"}}WhatsApp banned <b>{{channel}}</b>{{else}}WhatsApp restricts what <b>{{channel}}</b> can do{{/eq}}',
        pt: '{{#eq status "banned"}}O WhatsApp baniu <b>{{channel}}</b>{{else}}O WhatsApp restringiu o que <b>{{channel}}</b> pode fazer{{/eq}}',
      },
      button,
      subject: {
        en: '{{#eq status "banned"}}WhatsApp banned {{channel}}{{else}}WhatsApp restricts {{channel}}{{/eq}}',
        pt: '{{#eq status "banned"}}O WhatsApp baniu {{channel}}{{else}}O WhatsApp restringiu {{channel}}{{/eq}}',
      },
      body: {
        en: 'Messages of this number may not be delivered. Its page says why, and what to do about it.',
        pt: 'As mensagens deste número podem não ser entregues. A página dele explica o motivo e o que fazer.',
      },
    }),
  }),
  'channel.webhook_stale': workflow({
    name: { en: 'Nothing is received by a number', pt: 'Um número não recebe nada' },
    group,
    description: {
      en: 'WhatsApp does not hand over what customers write to a number.',
      pt: 'O WhatsApp não entrega o que os clientes escrevem para um número.',
    },
    tags,
    critical: true,
    sample,
    steps: inAppAndEmail({
      feed,
      icon: 'error',
      url,
      content: {
        en: 'What customers write to <b>{{channel}}</b> does not arrive',
        pt: 'O que os clientes escrevem para <b>{{channel}}</b> não está chegando',
      },
      button,
      subject: {
        en: 'What customers write to {{channel}} does not arrive',
        pt: 'O que os clientes escrevem para {{channel}} não está chegando',
      },
      body: {
        en: 'The account of this number does not send its messages to us any more. Connect the number again to mend it.',
        pt: 'A conta deste número não envia mais as mensagens para nós. Conecte o número novamente para corrigir.',
      },
    }),
  }),
  'platform.webhook_stale': workflow({
    name: { en: 'Numbers that receive nothing', pt: 'Números que não recebem nada' },
    group: { en: 'Platform', pt: 'Plataforma' },
    description: {
      en: 'WhatsApp hands over nothing of a number. Told to the platform; more of them within an hour together.',
      pt: 'O WhatsApp não entrega nada de um número. Avisado à plataforma; vários em uma hora vão juntos.',
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
        button: { en: 'Open the numbers', pt: 'Abrir os números' },
        content: {
          en: '{{#gt step.total_count 1}}{{step.total_count}} numbers receive nothing from WhatsApp{{else}}<b>{{channel}}</b> of {{companyName}} receives nothing from WhatsApp{{/gt}}',
          pt: '{{#gt step.total_count 1}}{{step.total_count}} números não recebem nada do WhatsApp{{else}}<b>{{channel}}</b>, de {{companyName}}, não recebe nada do WhatsApp{{/gt}}',
        },
        subject: {
          en: '{{#gt step.total_count 1}}{{step.total_count}} numbers receive nothing from WhatsApp{{else}}{{channel}} receives nothing from WhatsApp{{/gt}}',
          pt: '{{#gt step.total_count 1}}{{step.total_count}} números não recebem nada do WhatsApp{{else}}{{channel}} não recebe nada do WhatsApp{{/gt}}',
        },
        body: {
          en: 'Messages of customers may not arrive at {{#gt step.total_count 1}}several companies{{else}}{{companyName}}{{/gt}}. If it is one number, have its company connect it again; if there are many, look at the webhook address and the fields of our app at Meta.',
          pt: 'Mensagens de clientes podem não estar chegando {{#gt step.total_count 1}}a várias empresas{{else}}à empresa {{companyName}}{{/gt}}. Se for um só número, peça à empresa que o conecte de novo; se forem muitos, verifique o endereço do webhook e os campos do nosso aplicativo na Meta.',
        },
      }),
    ],
  }),
  'channel.quality_changed': workflow({
    name: { en: 'Quality of a number fell', pt: 'A qualidade de um número caiu' },
    group,
    description: {
      en: 'Customers block or report a number, so WhatsApp lowered its quality.',
      pt: 'Clientes bloqueiam ou denunciam um número, e o WhatsApp reduziu a qualidade dele.',
    },
    tags,
    sample: { ...sample, quality: 'RED' },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: 'The quality of <b>{{channel}}</b> is {{#eq quality "RED"}}low{{else}}medium{{/eq}} now',
        pt: 'A qualidade de <b>{{channel}}</b> agora é {{#eq quality "RED"}}baixa{{else}}média{{/eq}}',
      },
      button,
      subject: {
        en: 'The quality of {{channel}} is {{#eq quality "RED"}}low{{else}}medium{{/eq}} now',
        pt: 'A qualidade de {{channel}} agora é {{#eq quality "RED"}}baixa{{else}}média{{/eq}}',
      },
      body: {
        en: 'People block or report messages of this number. Write only to those who asked for it: at a low quality WhatsApp restricts the number.',
        pt: 'Pessoas estão bloqueando ou denunciando mensagens deste número. Escreva apenas para quem pediu: com qualidade baixa, o WhatsApp restringe o número.',
      },
    }),
  }),
  'channel.limit_changed': workflow({
    name: { en: 'Messaging limit of a number changed', pt: 'O limite de mensagens de um número mudou' },
    group,
    description: {
      en: 'WhatsApp changed how many people a number may write to in a day.',
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
          en: 'The messaging limit of <b>{{channel}}</b> is now {{limit}}',
          pt: 'O limite de mensagens de <b>{{channel}}</b> agora é {{limit}}',
        },
      }),
    ],
  }),
  'channel.limit_reached': workflow({
    name: { en: 'Messaging limit nearly used', pt: 'Limite de mensagens quase no fim' },
    group,
    description: {
      en: 'The numbers of a portfolio wrote to nearly as many people as WhatsApp allows in 24 hours, or to all of them.',
      pt: 'Os números de um portfólio escreveram para quase todas, ou todas, as pessoas que o WhatsApp permite em 24 horas.',
    },
    tags,
    sample: { ...sample, percent: 90 },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: '{{#eq percent 100}}The messaging limit of <b>{{channel}}</b> is used up: WhatsApp refuses templates to further people{{else}}<b>{{channel}}</b> used {{percent}} % of its messaging limit{{/eq}}',
        pt: '{{#eq percent 100}}O limite de mensagens de <b>{{channel}}</b> acabou: o WhatsApp recusa modelos para mais pessoas{{else}}<b>{{channel}}</b> usou {{percent}} % do limite de mensagens{{/eq}}',
      },
      button,
      subject: {
        en: 'The messaging limit of {{channel}} is used up',
        pt: 'O limite de mensagens de {{channel}} acabou',
      },
      body: {
        en: 'The numbers of this portfolio wrote to as many people as WhatsApp allows in 24 hours. It frees itself bit by bit over the next day. Answers to customers still go out.',
        pt: 'Os números deste portfólio escreveram para todas as pessoas que o WhatsApp permite em 24 horas. O limite volta aos poucos ao longo do próximo dia. Respostas a clientes continuam saindo.',
      },
      mailed: whenAll,
    }),
  }),
  'channel.spend_cap': workflow({
    name: { en: 'Spend cap of a number', pt: 'Teto de gastos de um número' },
    group,
    description: {
      en: 'The messages of a number cost most of what a company allows in a day, or all of it.',
      pt: 'As mensagens de um número custaram quase tudo, ou tudo, o que a empresa permite gastar por dia.',
    },
    tags,
    sample: { ...sample, percent: 80, held: 0 },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url: `${url}?tab=limits`,
      content: {
        en: '<b>{{channel}}</b> used {{percent}} % of what it may cost today{{#eq percent 100}}{{#eq held 1}}: templates wait until tomorrow{{/eq}}{{/eq}}',
        pt: '<b>{{channel}}</b> usou {{percent}} % do que pode gastar hoje{{#eq percent 100}}{{#eq held 1}}: os modelos esperam até amanhã{{/eq}}{{/eq}}',
      },
      button,
      subject: {
        en: '{{channel}} used {{percent}} % of what it may cost today',
        pt: '{{channel}} usou {{percent}} % do que pode gastar hoje',
      },
      body: {
        en: '{{#eq held 1}}From the cap on, templates and bulk messages wait until your company’s next day; answers in the chat still go out.{{else}}Nothing is held back: this cap only warns.{{/eq}} You can change it in the limits of the number.',
        pt: '{{#eq held 1}}A partir do teto, modelos e mensagens em massa esperam até o próximo dia da empresa; respostas no chat continuam saindo.{{else}}Nada é retido: este teto apenas avisa.{{/eq}} Você pode mudá-lo nos limites do número.',
      },
    }),
  }),
  'channel.disconnected': workflow({
    name: { en: 'Number disconnected', pt: 'Número desconectado' },
    group,
    description: {
      en: 'A number was disconnected here or moved away, or its owner took our access away at Meta or in the phone app.',
      pt: 'Um número foi desconectado aqui ou mudou de lugar, ou o dono retirou nosso acesso na Meta ou no aplicativo do celular.',
    },
    tags,
    critical: true,
    sample: { ...sample, by: 'member' },
    steps: inAppAndEmail({
      feed,
      icon: 'error',
      url,
      content: {
        en: '<b>{{channel}}</b> was disconnected{{#eq by "owner"}} by its owner at Meta or in the phone app{{/eq}}{{#eq by "move"}}: it works in another company now{{/eq}}',
        pt: '<b>{{channel}}</b> foi desconectado{{#eq by "owner"}} pelo dono, na Meta ou no aplicativo do celular{{/eq}}{{#eq by "move"}}: agora funciona em outra empresa{{/eq}}',
      },
      button,
      subject: { en: '{{channel}} was disconnected', pt: '{{channel}} foi desconectado' },
      body: {
        en: '{{#eq by "owner"}}The owner of the number took our access away at Meta or in the phone app.{{else}}{{#eq by "move"}}The number was moved to another company.{{else}}An admin of your company disconnected it.{{/eq}}{{/eq}} Nothing is sent or received by it here any more; conversations stay readable.{{#eq by "move"}}{{else}} Connect it again to go on where you were.{{/eq}}',
        pt: '{{#eq by "owner"}}O dono do número retirou nosso acesso na Meta ou no aplicativo do celular.{{else}}{{#eq by "move"}}O número foi movido para outra empresa.{{else}}Um administrador da sua empresa o desconectou.{{/eq}}{{/eq}} Nada mais é enviado nem recebido por ele aqui; as conversas continuam disponíveis para leitura.{{#eq by "move"}}{{else}} Conecte-o de novo para continuar de onde parou.{{/eq}}',
      },
    }),
  }),
  'channel.coexistence_idle': workflow({
    name: { en: 'The phone app of a number is not used', pt: 'O aplicativo de um número não é usado' },
    group,
    description: {
      en: 'Nobody opened the WhatsApp Business app of a number for ten days; WhatsApp disconnects it after about two weeks.',
      pt: 'Ninguém abriu o aplicativo WhatsApp Business de um número por dez dias; o WhatsApp o desconecta após cerca de duas semanas.',
    },
    tags,
    sample: { ...sample, days: 10 },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: 'Nobody used the phone app of <b>{{channel}}</b> for {{days}} days: open it, or WhatsApp disconnects the number',
        pt: 'Ninguém usou o aplicativo de <b>{{channel}}</b> há {{days}} dias: abra-o, ou o WhatsApp desconecta o número',
      },
      button,
      subject: { en: 'Open the phone app of {{channel}}', pt: 'Abra o aplicativo de {{channel}}' },
      body: {
        en: 'WhatsApp disconnects numbers whose phone app is not opened for about two weeks. Open the WhatsApp Business app on the phone of this number to keep it.',
        pt: 'O WhatsApp desconecta números cujo aplicativo não é aberto por cerca de duas semanas. Abra o WhatsApp Business no celular deste número para mantê-lo.',
      },
    }),
  }),
  'channel.onboarding_stuck': workflow({
    name: { en: 'Connecting a number stopped', pt: 'A conexão de um número parou' },
    group,
    description: {
      en: 'A signup of a number waits for somebody, or failed, for half an hour.',
      pt: 'O cadastro de um número espera por alguém, ou falhou, há meia hora.',
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
        en: 'Nothing is lost: every step that worked is kept. The page says in plain words what is missing, and goes on from there.',
        pt: 'Nada foi perdido: cada etapa concluída está guardada. A página explica o que falta e continua dali.',
      },
    }),
  }),
  'channel.onboarding_left': workflow({
    name: { en: 'Connecting a number was left', pt: 'A conexão de um número ficou pela metade' },
    group,
    description: {
      en: 'Somebody left the window of Meta before their number was connected.',
      pt: 'Alguém saiu da janela da Meta antes de o número ser conectado.',
    },
    tags,
    sample: signupSample,
    steps: inAppAndEmail({
      feed,
      icon: 'info',
      url: signupUrl,
      content: {
        en: 'You have not finished connecting your number: go on where you left',
        pt: 'Você não terminou de conectar seu número: continue de onde parou',
      },
      button: signupButton,
      subject: { en: 'Finish connecting your WhatsApp number', pt: 'Termine de conectar seu número de WhatsApp' },
      body: {
        en: 'You left the window of Meta before your number was connected. It takes a few minutes to go on where you left.',
        pt: 'Você saiu da janela da Meta antes de conectar o número. Bastam alguns minutos para continuar de onde parou.',
      },
    }),
  }),
}
