import { email, inApp, workflow } from './build.ts'

const feed = 'general'
const url = '/companies/{{company.id}}'
const group = { en: 'Company', pt: 'Empresa' }
const security = { en: 'Security', pt: 'Segurança' }

const modes = {
  en: '{{#eq mode "view"}}to look at it only{{else}}and can change things{{/eq}}',
  pt: '{{#eq mode "view"}}apenas para visualizar{{else}}e pode fazer alterações{{/eq}}',
}

/** What platform admins do to companies and people, told to those it concerns. */
export const platformWorkflows = {
  'access.changed': workflow({
    name: { en: 'Features of the company changed', pt: 'Os recursos da empresa mudaram' },
    group,
    description: {
      en: 'The platform gave the company features or took some away.',
      pt: 'A plataforma liberou ou retirou recursos da empresa.',
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
    name: { en: 'Notice of the platform', pt: 'Aviso da plataforma' },
    group: { en: 'Platform', pt: 'Plataforma' },
    description: {
      en: 'The platform tells the admins of companies something.',
      pt: 'A plataforma comunica algo aos administradores das empresas.',
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
        button: { en: 'Open the product', pt: 'Abrir o sistema' },
      }),
    ],
  }),
  'platform.trouble': workflow({
    name: { en: 'Something is wrong with the platform', pt: 'Há algo errado com a plataforma' },
    group: { en: 'Platform', pt: 'Plataforma' },
    description: {
      en: 'Webhooks, sends, jobs or the database are in trouble, or jobs gave up.',
      pt: 'Webhooks, envios, tarefas ou o banco de dados estão com problemas, ou tarefas desistiram.',
    },
    tags: ['platform'],
    critical: true,
    sample: {
      textEn: 'Webhooks from Meta are piling up: 1200',
      textPt: 'Os webhooks da Meta estão se acumulando: 1200',
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
        subject: { en: 'Trouble: {{textEn}}', pt: 'Problema: {{textPt}}' },
        body: {
          en: '<p>{{textEn}}</p><p>The system page says whom it hits and what to do about it.</p>',
          pt: '<p>{{textPt}}</p><p>A página do sistema mostra quem é afetado e o que fazer.</p>',
        },
        button: { en: 'Open the system page', pt: 'Abrir a página do sistema' },
      }),
    ],
  }),
  'admin.requested': workflow({
    name: { en: 'A new admin waits for a second yes', pt: 'Um novo administrador aguarda aprovação' },
    group: security,
    description: {
      en: 'An admin wants somebody to be an admin too; another one has to approve it.',
      pt: 'Um administrador quer que mais alguém seja administrador; outro precisa aprovar.',
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
          en: '<b>{{by}}</b> wants <b>{{person}}</b> ({{email}}) to be an admin · {{reason}}',
          pt: '<b>{{by}}</b> quer que <b>{{person}}</b> ({{email}}) seja administrador · {{reason}}',
        },
      }),
      email({
        url: '/admin/users/admins',
        subject: { en: '{{person}} is to become an admin', pt: 'Pedido para {{person}} ser administrador' },
        body: {
          en: '<p>{{by}} wants {{person}} ({{email}}) to be an admin of the platform.</p><p>Reason: {{reason}}</p><p>Nothing happens before a second admin approves it.</p>',
          pt: '<p>{{by}} quer que {{person}} ({{email}}) seja administrador da plataforma.</p><p>Motivo: {{reason}}</p><p>Nada acontece antes da aprovação de um segundo administrador.</p>',
        },
        button: { en: 'Decide', pt: 'Decidir' },
      }),
    ],
  }),
  'security.impersonated': workflow({
    name: { en: 'The platform entered an account', pt: 'A plataforma entrou em uma conta' },
    group: security,
    description: {
      en: 'Somebody of the platform worked in an account of the company.',
      pt: 'Alguém da plataforma trabalhou em uma conta da empresa.',
    },
    tags: ['security'],
    critical: true,
    sample: {
      person: 'Ana Souza',
      by: 'Dora Lima',
      mode: 'view',
      reason: 'Checking a number that fails',
      at: '21/11/2026 16:20',
    },
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/profile',
        content: {
          en: `<b>{{by}}</b> of the platform entered the account of <b>{{person}}</b> ${modes.en} · {{reason}} · {{at}}`,
          pt: `<b>{{by}}</b>, da plataforma, entrou na conta de <b>{{person}}</b> ${modes.pt} · {{reason}} · {{at}}`,
        },
      }),
      email({
        url: '/profile',
        subject: { en: 'The account of {{person}} was entered', pt: 'A conta de {{person}} foi acessada' },
        body: {
          en: `<p>{{by}} of the platform entered the account of {{person}} ${modes.en}.</p><p>Reason: {{reason}}</p><p>{{at}}</p><p>All that happens meanwhile is in the audit log of the company.</p>`,
          pt: `<p>{{by}}, da plataforma, entrou na conta de {{person}} ${modes.pt}.</p><p>Motivo: {{reason}}</p><p>{{at}}</p><p>Tudo o que acontecer nesse período fica no registro de auditoria da empresa.</p>`,
        },
        button: { en: 'See my sessions', pt: 'Ver minhas sessões' },
      }),
    ],
  }),
  'company.suspended': workflow({
    name: { en: 'Company suspended', pt: 'Empresa suspensa' },
    group,
    description: {
      en: 'The platform suspended the company, or let it work again.',
      pt: 'A plataforma suspendeu a empresa ou a liberou de novo.',
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
          en: '{{#eq state "suspended"}}<b>{{company.name}}</b> is suspended: nothing is sent and nothing can be changed. What comes in is kept. {{reason}}{{else}}<b>{{company.name}}</b> can work again. {{reason}}{{/eq}}',
          pt: '{{#eq state "suspended"}}<b>{{company.name}}</b> está suspensa: nada é enviado e nada pode ser alterado. O que chega fica guardado. {{reason}}{{else}}<b>{{company.name}}</b> pode voltar a trabalhar. {{reason}}{{/eq}}',
        },
      }),
      email({
        url: '/companies',
        subject: {
          en: '{{#eq state "suspended"}}{{company.name}} is suspended{{else}}{{company.name}} can work again{{/eq}}',
          pt: '{{#eq state "suspended"}}{{company.name}} está suspensa{{else}}{{company.name}} pode voltar a trabalhar{{/eq}}',
        },
        body: {
          en: '{{#eq state "suspended"}}<p>Nothing is sent and nothing can be changed for now. Messages that come in are kept.</p>{{/eq}}<p>{{reason}}</p>',
          pt: '{{#eq state "suspended"}}<p>Por enquanto nada é enviado e nada pode ser alterado. As mensagens que chegam ficam guardadas.</p>{{/eq}}<p>{{reason}}</p>',
        },
        button: { en: 'See my companies', pt: 'Ver minhas empresas' },
      }),
    ],
  }),
  'security.rules_reset': workflow({
    name: { en: 'Sign-in rules of the company undone', pt: 'Regras de acesso da empresa desfeitas' },
    group: security,
    description: {
      en: 'The platform undid what the company asks of how its members sign in.',
      pt: 'A plataforma desfez o que a empresa exige para seus membros entrarem.',
    },
    tags: ['security'],
    critical: true,
    sample: { reason: 'The office moved and nobody could get in' },
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/companies/{{company.id}}?tab=security',
        content: {
          en: 'The sign-in rules of <b>{{company.name}}</b> were undone by the platform: members can sign in from anywhere and by any method until you set new ones. {{reason}}',
          pt: 'As regras de acesso de <b>{{company.name}}</b> foram desfeitas pela plataforma: os membros podem entrar de qualquer lugar e por qualquer método até você definir novas. {{reason}}',
        },
      }),
      email({
        url: '/companies/{{company.id}}?tab=security',
        subject: {
          en: 'The sign-in rules of {{company.name}} were undone',
          pt: 'As regras de acesso de {{company.name}} foram desfeitas',
        },
        body: {
          en: '<p>The platform undid them, because somebody could not get in any more. Until you set new ones, members can sign in from anywhere and by any method. If nobody of your company asked for this, set them again now and write to us.</p><p>{{reason}}</p>',
          pt: '<p>A plataforma as desfez porque alguém não conseguia mais entrar. Até você definir novas regras, os membros podem entrar de qualquer lugar e por qualquer método. Se ninguém da sua empresa pediu isso, defina-as de novo agora e fale com a gente.</p><p>{{reason}}</p>',
        },
        button: { en: 'See the rules', pt: 'Ver as regras' },
      }),
    ],
  }),
  'company.deletion_scheduled': workflow({
    name: { en: 'Company about to be deleted', pt: 'Empresa prestes a ser excluída' },
    group,
    description: { en: 'The company is going to be deleted.', pt: 'A empresa vai ser excluída.' },
    tags: ['company'],
    critical: true,
    sample: { date: '21/12/2026', reason: 'Asked for by the owner' },
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/companies',
        content: {
          en: '<b>{{company.name}}</b> will be deleted on {{date}}. {{reason}}',
          pt: '<b>{{company.name}}</b> será excluída em {{date}}. {{reason}}',
        },
      }),
      email({
        url: '/companies',
        subject: {
          en: '{{company.name}} will be deleted on {{date}}',
          pt: '{{company.name}} será excluída em {{date}}',
        },
        body: {
          en: '<p>Until then it can be read but not changed, and the deletion can be called off.</p><p>{{reason}}</p>',
          pt: '<p>Até lá ela pode ser vista, mas não alterada, e a exclusão ainda pode ser cancelada.</p><p>{{reason}}</p>',
        },
        button: { en: 'See my companies', pt: 'Ver minhas empresas' },
      }),
    ],
  }),
  'audit.broken': workflow({
    name: { en: 'Audit log does not fit its seals', pt: 'O registro de auditoria não confere' },
    group: security,
    description: {
      en: 'Rows of the audit log were changed or removed behind the product.',
      pt: 'Linhas do registro de auditoria foram alteradas ou removidas por fora do produto.',
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
          en: 'Rows of the audit log were changed or removed: <b>{{count}}</b>',
          pt: 'Linhas do registro de auditoria foram alteradas ou removidas: <b>{{count}}</b>',
        },
      }),
      email({
        url: '/admin/audit',
        subject: { en: 'The audit log was tampered with', pt: 'O registro de auditoria foi adulterado' },
        body: {
          en: '<p>The nightly check found rows of the audit log that do not fit their seals: {{count}}</p>',
          pt: '<p>A verificação noturna encontrou linhas do registro de auditoria que não conferem com seus selos: {{count}}</p>',
        },
        button: { en: 'Open the audit log', pt: 'Abrir o registro de auditoria' },
      }),
    ],
  }),
}
