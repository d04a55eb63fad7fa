import { email, inApp, workflow } from './build.ts'

const feed = 'general'
const url = '/companies/{{company.id}}'
const group = { en: 'Company', pt: 'Empresa' }
const security = { en: 'Security', pt: 'Segurança' }

const modes = {
  en: '{{#eq mode "view"}}to view it only{{else}}and can make changes{{/eq}}',
  pt: '{{#eq mode "view"}}apenas para visualizar{{else}}e pode fazer alterações{{/eq}}',
}

/** When it happened, as the reader writes it and where the reader is. */
const moment = {
  en: '{{dateFormat at "MMMM d, yyyy, h:mm a" timezone=subscriber.timezone}}',
  pt: '{{dateFormat at "dd/MM/yyyy HH:mm" timezone=subscriber.timezone}}',
}
const day = {
  en: '{{dateFormat date "MMMM d, yyyy" timezone=subscriber.timezone}}',
  pt: '{{dateFormat date "dd/MM/yyyy" timezone=subscriber.timezone}}',
}

/** What platform admins do to companies and people, told to those it concerns. */
export const platformWorkflows = {
  'access.changed': workflow({
    name: { en: 'Features of the company changed', pt: 'Os recursos da empresa mudaram' },
    group,
    description: {
      en: 'The platform turned features of the company on or off.',
      pt: 'A plataforma ativou ou desativou recursos da empresa.',
    },
    tags: ['company'],
    important: true,
    sample: { gainedEn: 'Automations', gainedPt: 'Automações', lostEn: '', lostPt: '' },
    steps: [
      inApp({
        feed,
        icon: 'info',
        url,
        content: {
          en: 'Features of <b>{{company.name}}</b> changed.{{#if gainedEn}} On: {{gainedEn}}.{{/if}}{{#if lostEn}} Off: {{lostEn}}.{{/if}}',
          pt: 'Os recursos de <b>{{company.name}}</b> mudaram.{{#if gainedPt}} Ativados: {{gainedPt}}.{{/if}}{{#if lostPt}} Desativados: {{lostPt}}.{{/if}}',
        },
      }),
      email({
        url,
        subject: {
          en: 'Features of {{company.name}} changed',
          pt: 'Os recursos de {{company.name}} mudaram',
        },
        body: {
          en: '<p>What {{company.name}} can use has changed.</p>{{#if gainedEn}}<p>On: {{gainedEn}}</p>{{/if}}{{#if lostEn}}<p>Off: {{lostEn}}</p>{{/if}}',
          pt: '<p>O que {{company.name}} pode usar mudou.</p>{{#if gainedPt}}<p>Ativados: {{gainedPt}}</p>{{/if}}{{#if lostPt}}<p>Desativados: {{lostPt}}</p>{{/if}}',
        },
        button: { en: 'Open {{company.name}}', pt: 'Abrir {{company.name}}' },
      }),
    ],
  }),
  'platform.notice': workflow({
    name: { en: 'Platform notice', pt: 'Aviso da plataforma' },
    group: { en: 'Platform', pt: 'Plataforma' },
    description: {
      en: 'A message from the platform to company admins.',
      pt: 'Uma mensagem da plataforma aos administradores das empresas.',
    },
    tags: ['platform'],
    important: true,
    sample: { textEn: 'Maintenance on Sunday at 6:00', textPt: 'Manutenção no domingo às 6h' },
    steps: [
      inApp({
        feed,
        icon: 'info',
        url: '/dashboard',
        content: { en: '{{textEn}}', pt: '{{textPt}}' },
      }),
      email({
        url: '/dashboard',
        subject: { en: 'A notice for {{company.name}}', pt: 'Um aviso para {{company.name}}' },
        body: { en: '<p>{{textEn}}</p>', pt: '<p>{{textPt}}</p>' },
        button: { en: 'Open dashboard', pt: 'Abrir o painel' },
      }),
    ],
  }),
  'platform.trouble': workflow({
    name: { en: 'Something is wrong with the platform', pt: 'Há algo errado com a plataforma' },
    group: { en: 'Platform', pt: 'Plataforma' },
    description: {
      en: 'There is a problem with webhooks, sending, jobs or the database, or jobs have failed.',
      pt: 'Webhooks, envios, tarefas ou o banco de dados estão com problemas, ou há tarefas com falha.',
    },
    tags: ['platform'],
    critical: true,
    sample: {
      textEn: 'Webhooks from Meta are piling up: 1,200',
      textPt: 'Os webhooks da Meta estão se acumulando: 1.200',
    },
    steps: [
      inApp({
        feed,
        icon: 'error',
        url: '/admin/system',
        content: { en: '{{textEn}}', pt: '{{textPt}}' },
      }),
      email({
        url: '/admin/system',
        subject: { en: 'Problem: {{textEn}}', pt: 'Problema: {{textPt}}' },
        body: {
          en: '<p>{{textEn}}</p><p>The System page shows who is affected and what to do.</p>',
          pt: '<p>{{textPt}}</p><p>A página Sistema mostra quem foi afetado e o que fazer.</p>',
        },
        button: { en: 'Open System page', pt: 'Abrir a página Sistema' },
      }),
    ],
  }),
  'admin.requested': workflow({
    name: { en: 'New admin awaiting approval', pt: 'Novo administrador aguardando aprovação' },
    group: security,
    description: {
      en: 'An admin wants to make someone else an admin; another admin has to approve it.',
      pt: 'Um administrador quer tornar outra pessoa administradora; outro administrador precisa aprovar.',
    },
    tags: ['security'],
    critical: true,
    sample: { person: 'Ana Souza', email: 'ana@example.com', by: 'Dora Lima', reason: 'Takes over the night shift' },
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/admin/users/admins',
        content: {
          en: '<b>{{by}}</b> wants to make <b>{{person}}</b> ({{email}}) an admin · {{reason}}',
          pt: '<b>{{by}}</b> quer que <b>{{person}}</b> ({{email}}) seja administrador · {{reason}}',
        },
      }),
      email({
        url: '/admin/users/admins',
        subject: {
          en: 'Approval needed: {{person}} as admin',
          pt: 'Aprovação necessária: {{person}} como administrador',
        },
        body: {
          en: '<p>{{by}} wants to make {{person}} ({{email}}) an admin of the platform.</p><p>Reason: {{reason}}</p><p>Nothing happens until a second admin approves it.</p>',
          pt: '<p>{{by}} quer que {{person}} ({{email}}) seja administrador da plataforma.</p><p>Motivo: {{reason}}</p><p>Nada muda até que um segundo administrador aprove.</p>',
        },
        button: { en: 'Review request', pt: 'Analisar pedido' },
      }),
    ],
  }),
  'security.impersonated': workflow({
    name: { en: 'Platform staff accessed an account', pt: 'A equipe da plataforma acessou uma conta' },
    group: security,
    description: {
      en: 'Someone from the platform worked in an account of the company.',
      pt: 'Alguém da plataforma trabalhou em uma conta da empresa.',
    },
    tags: ['security'],
    critical: true,
    sample: {
      person: 'Ana Souza',
      by: 'Dora Lima',
      mode: 'view',
      reason: 'Checking a number that fails',
      at: '2026-11-21T16:20:00.000Z',
    },
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/profile',
        content: {
          en: `<b>{{by}}</b> from the platform accessed <b>{{person}}</b>'s account ${modes.en} · {{reason}} · ${moment.en}`,
          pt: `<b>{{by}}</b>, da plataforma, acessou a conta de <b>{{person}}</b> ${modes.pt} · {{reason}} · ${moment.pt}`,
        },
      }),
      email({
        url: '/profile',
        subject: { en: "{{person}}'s account was accessed", pt: 'A conta de {{person}} foi acessada' },
        body: {
          en: `<p>{{by}} from the platform accessed {{person}}'s account ${modes.en}.</p><p>Reason: {{reason}}</p><p>${moment.en}</p><p>Everything they do is recorded in the company's audit log.</p>`,
          pt: `<p>{{by}}, da plataforma, acessou a conta de {{person}} ${modes.pt}.</p><p>Motivo: {{reason}}</p><p>${moment.pt}</p><p>Tudo o que for feito nesse período fica no registro de auditoria da empresa.</p>`,
        },
        button: { en: 'View my sessions', pt: 'Ver minhas sessões' },
      }),
    ],
  }),
  'company.suspended': workflow({
    name: { en: 'Company suspended', pt: 'Empresa suspensa' },
    group,
    description: {
      en: 'The platform suspended or reactivated the company.',
      pt: 'A plataforma suspendeu ou reativou a empresa.',
    },
    tags: ['company'],
    critical: true,
    sample: { state: 'suspended', reason: 'Unpaid invoices' },
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/companies',
        content: {
          en: '{{#eq state "suspended"}}<b>{{company.name}}</b> is suspended: nothing is sent and nothing can be changed. Incoming messages are kept. {{reason}}{{else}}<b>{{company.name}}</b> was reactivated. {{reason}}{{/eq}}',
          pt: '{{#eq state "suspended"}}<b>{{company.name}}</b> está suspensa: nada é enviado e nada pode ser alterado. As mensagens recebidas ficam guardadas. {{reason}}{{else}}<b>{{company.name}}</b> foi reativada. {{reason}}{{/eq}}',
        },
      }),
      email({
        url: '/companies',
        subject: {
          en: '{{#eq state "suspended"}}{{company.name}} is suspended{{else}}{{company.name}} was reactivated{{/eq}}',
          pt: '{{#eq state "suspended"}}{{company.name}} está suspensa{{else}}{{company.name}} foi reativada{{/eq}}',
        },
        body: {
          en: '{{#eq state "suspended"}}<p>Nothing is sent and nothing can be changed for now. Incoming messages are kept.</p>{{/eq}}<p>{{reason}}</p>',
          pt: '{{#eq state "suspended"}}<p>Por enquanto nada é enviado e nada pode ser alterado. As mensagens recebidas ficam guardadas.</p>{{/eq}}<p>{{reason}}</p>',
        },
        button: { en: 'View my companies', pt: 'Ver minhas empresas' },
      }),
    ],
  }),
  'security.rules_reset': workflow({
    name: { en: 'Company sign-in rules reset', pt: 'Regras de acesso da empresa redefinidas' },
    group: security,
    description: {
      en: "The platform reset the company's sign-in rules for its members.",
      pt: 'A plataforma redefiniu as regras da empresa para o acesso dos membros.',
    },
    tags: ['security'],
    critical: true,
    sample: { reason: 'The office moved and no one could sign in' },
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/companies/{{company.id}}?tab=security',
        content: {
          en: 'The platform reset the sign-in rules of <b>{{company.name}}</b>: members can sign in from anywhere and with any method until you set new rules. {{reason}}',
          pt: 'A plataforma redefiniu as regras de acesso de <b>{{company.name}}</b>: os membros podem entrar de qualquer lugar e por qualquer método até você definir novas regras. {{reason}}',
        },
      }),
      email({
        url: '/companies/{{company.id}}?tab=security',
        subject: {
          en: 'The sign-in rules of {{company.name}} were reset',
          pt: 'As regras de acesso de {{company.name}} foram redefinidas',
        },
        body: {
          en: '<p>The platform reset them because someone could no longer sign in. Until you set new rules, members can sign in from anywhere and with any method. If no one in your company asked for this, set them again now and contact us.</p><p>{{reason}}</p>',
          pt: '<p>A plataforma redefiniu as regras porque alguém não conseguia mais entrar. Até você definir novas regras, os membros podem entrar de qualquer lugar e por qualquer método. Se ninguém da sua empresa pediu isso, defina novas regras agora e fale com a gente.</p><p>{{reason}}</p>',
        },
        button: { en: 'View rules', pt: 'Ver regras' },
      }),
    ],
  }),
  'company.deletion_scheduled': workflow({
    name: { en: 'Company deletion scheduled', pt: 'Exclusão da empresa agendada' },
    group,
    description: { en: 'The company is scheduled for deletion.', pt: 'A exclusão da empresa foi agendada.' },
    tags: ['company'],
    critical: true,
    sample: { date: '2026-12-21T12:00:00.000Z', reason: 'Requested by the owner' },
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/companies',
        content: {
          en: `<b>{{company.name}}</b> will be deleted on ${day.en}. {{reason}}`,
          pt: `<b>{{company.name}}</b> será excluída em ${day.pt}. {{reason}}`,
        },
      }),
      email({
        url: '/companies',
        subject: {
          en: `{{company.name}} will be deleted on ${day.en}`,
          pt: `{{company.name}} será excluída em ${day.pt}`,
        },
        body: {
          en: '<p>Until then it is read-only, and the deletion can be canceled.</p><p>{{reason}}</p>',
          pt: '<p>Até lá ela pode ser vista, mas não alterada, e a exclusão ainda pode ser cancelada.</p><p>{{reason}}</p>',
        },
        button: { en: 'View my companies', pt: 'Ver minhas empresas' },
      }),
    ],
  }),
  'audit.broken': workflow({
    name: { en: 'Audit log failed its integrity check', pt: 'O registro de auditoria falhou na verificação' },
    group: security,
    description: {
      en: 'Audit log entries were changed or removed outside the product.',
      pt: 'Entradas do registro de auditoria foram alteradas ou removidas fora do sistema.',
    },
    tags: ['security'],
    critical: true,
    sample: { count: 2 },
    steps: [
      inApp({
        feed,
        icon: 'error',
        url: '/admin/audit',
        content: {
          en: 'Audit log entries changed or removed: <b>{{count}}</b>',
          pt: 'Entradas do registro de auditoria alteradas ou removidas: <b>{{count}}</b>',
        },
      }),
      email({
        url: '/admin/audit',
        subject: { en: 'The audit log was tampered with', pt: 'O registro de auditoria foi adulterado' },
        body: {
          en: '<p>The nightly check found audit log entries that fail their integrity check: {{count}}</p>',
          pt: '<p>A verificação noturna encontrou entradas do registro de auditoria que falharam na verificação de integridade: {{count}}</p>',
        },
        button: { en: 'Open audit log', pt: 'Abrir registro de auditoria' },
      }),
    ],
  }),
}
