import { email, inApp, workflow } from './build.ts'

const feed = 'general'
const tags = ['security']
const group = { en: 'Security', pt: 'Segurança' }
const sample = { device: 'Firefox, Linux', ip: '203.0.113.7', at: '21/11/2026 16:20' }

export const securityWorkflows = {
  'security.new_device': workflow({
    name: { en: 'New sign-in', pt: 'Novo acesso' },
    group,
    description: {
      en: "There was a sign-in to your account from a browser we haven't seen before.",
      pt: 'Sua conta foi acessada em um navegador que ainda não conhecíamos.',
    },
    tags,
    critical: true,
    sample,
    steps: [
      email({
        url: '/profile?tab=security',
        subject: { en: 'New sign-in', pt: 'Novo acesso' },
        body: {
          en: "<p>There was a sign-in to your account from a browser we haven't seen before:</p><p>{{device}} · {{ip}} · {{at}}</p><p>If this was you, no action is needed. If not, change your password: that ends all other sessions.</p>",
          pt: '<p>Sua conta foi acessada em um navegador que ainda não conhecíamos:</p><p>{{device}} · {{ip}} · {{at}}</p><p>Se foi você, não é preciso fazer nada. Se não foi, altere sua senha: isso encerra todas as outras sessões.</p>',
        },
        button: { en: 'View my sessions', pt: 'Ver minhas sessões' },
      }),
      inApp({
        feed,
        icon: 'warning',
        url: '/profile?tab=security',
        content: {
          en: 'New sign-in: <b>{{device}}</b> · {{ip}} · {{at}}',
          pt: 'Novo acesso: <b>{{device}}</b> · {{ip}} · {{at}}',
        },
      }),
    ],
  }),
  'security.password_changed': workflow({
    name: { en: 'Password changed', pt: 'Senha alterada' },
    group,
    description: { en: 'Your account password was changed.', pt: 'A senha da sua conta foi alterada.' },
    tags,
    critical: true,
    sample: { at: sample.at },
    steps: [
      email({
        url: '/forgot-password',
        subject: { en: 'Your password was changed', pt: 'Sua senha foi alterada' },
        body: {
          en: '<p>Your account password was just changed, and your other sessions were ended.</p><p>If you changed it yourself, no action is needed.</p>',
          pt: '<p>A senha da sua conta acabou de ser alterada e suas outras sessões foram encerradas.</p><p>Se foi você quem alterou, não é preciso fazer nada.</p>',
        },
        button: { en: "This wasn't me", pt: 'Não fui eu' },
      }),
      inApp({
        feed,
        icon: 'warning',
        url: '/profile?tab=security',
        content: {
          en: 'Your password was changed · {{at}}',
          pt: 'Sua senha foi alterada · {{at}}',
        },
      }),
    ],
  }),
  'security.2fa_changed': workflow({
    name: { en: 'Two-step verification changed', pt: 'Verificação em duas etapas alterada' },
    group,
    description: {
      en: 'Two-step verification was turned on or off for your account, or new recovery codes were generated.',
      pt: 'A verificação em duas etapas da sua conta foi ativada ou desativada, ou novos códigos de recuperação foram gerados.',
    },
    tags,
    critical: true,
    sample: { enabled: 'yes', disabled: '', codes_renewed: '', at: sample.at },
    steps: [
      email({
        url: '/profile?tab=security',
        subject: {
          en: 'Your two-step verification was changed',
          pt: 'Sua verificação em duas etapas foi alterada',
        },
        body: {
          en: "<p>{{#if enabled}}We'll now ask for a code when you sign in.{{/if}}{{#if disabled}}We'll no longer ask for a code when you sign in.{{/if}}{{#if codes_renewed}}You generated new recovery codes; the old ones no longer work.{{/if}}</p><p>If this wasn't you, change your password now.</p>",
          pt: '<p>{{#if enabled}}Agora pedimos um código quando você entra.{{/if}}{{#if disabled}}Não pedimos mais um código quando você entra.{{/if}}{{#if codes_renewed}}Você gerou novos códigos de recuperação; os anteriores não funcionam mais.{{/if}}</p><p>Se não foi você, troque sua senha agora.</p>',
        },
        button: { en: 'View my account', pt: 'Ver minha conta' },
      }),
      inApp({
        feed,
        icon: 'warning',
        url: '/profile?tab=security',
        content: {
          en: 'Your two-step verification was changed · {{at}}',
          pt: 'Sua verificação em duas etapas foi alterada · {{at}}',
        },
      }),
    ],
  }),
  'security.locked': workflow({
    name: { en: 'Failed sign-in attempts', pt: 'Tentativas de acesso com falha' },
    group,
    description: {
      en: 'Someone entered a wrong password or code for your account too many times.',
      pt: 'Alguém errou a senha ou o código da sua conta muitas vezes.',
    },
    tags,
    critical: true,
    sample: { password: 'yes', code: '', ip: sample.ip, at: sample.at },
    steps: [
      email({
        url: '/forgot-password',
        subject: {
          en: '{{#if code}}Someone knows your password{{else}}Too many failed sign-in attempts{{/if}}',
          pt: '{{#if code}}Alguém sabe a sua senha{{else}}Muitas tentativas de acesso com senha incorreta{{/if}}',
        },
        body: {
          en: "<p>{{#if code}}Someone signed in with your password and then entered wrong two-step verification codes many times:{{else}}Someone entered the wrong password for your account too many times:{{/if}}</p><p>{{ip}} · {{at}}</p><p>{{#if code}}If this wasn't you, choose a new password now.{{else}}We slow down whoever is guessing; you can still sign in. If this was you, choose a new password. If not, your account is safe as long as no one else knows your password.{{/if}}</p>",
          pt: '<p>{{#if code}}Alguém entrou com a sua senha e depois errou muitas vezes o código da verificação em duas etapas:{{else}}Alguém errou a senha da sua conta muitas vezes:{{/if}}</p><p>{{ip}} · {{at}}</p><p>{{#if code}}Se não foi você, escolha uma nova senha agora.{{else}}Quem está tentando adivinhar precisa esperar; você continua entrando normalmente. Se foi você, escolha uma nova senha. Se não foi, sua conta está segura enquanto ninguém mais souber a sua senha.{{/if}}</p>',
        },
        button: { en: 'Choose a new password', pt: 'Escolher nova senha' },
      }),
      inApp({
        feed,
        icon: 'warning',
        url: '/profile?tab=security',
        content: {
          en: '{{#if code}}Someone who knows your password entered many wrong codes{{else}}Someone entered the wrong password for your account too many times{{/if}} · {{ip}} · {{at}}',
          pt: '{{#if code}}Alguém que sabe a sua senha errou muitos códigos{{else}}Alguém errou a senha da sua conta muitas vezes{{/if}} · {{ip}} · {{at}}',
        },
      }),
    ],
  }),
}
