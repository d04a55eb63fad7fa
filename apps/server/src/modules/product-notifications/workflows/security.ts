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
      en: 'Your account was used from a browser that we had not seen before.',
      pt: 'Sua conta foi usada em um navegador que ainda não conhecíamos.',
    },
    tags,
    critical: true,
    sample,
    steps: [
      email({
        url: '/profile',
        subject: { en: 'New sign-in', pt: 'Novo acesso' },
        body: {
          en: '<p>Your account was used from a browser that we had not seen before:</p><p>{{device}} · {{ip}} · {{at}}</p><p>If this was you, there is nothing to do. If not, change your password: that ends every other session.</p>',
          pt: '<p>Sua conta foi acessada por um navegador que ainda não conhecíamos:</p><p>{{device}} · {{ip}} · {{at}}</p><p>Se foi você, não é preciso fazer nada. Se não foi, altere sua senha: isso encerra todas as outras sessões.</p>',
        },
        button: { en: 'See my sessions', pt: 'Ver minhas sessões' },
      }),
      inApp({
        feed,
        icon: 'warning',
        url: '/profile',
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
    description: { en: 'The password of your account was changed.', pt: 'A senha da sua conta foi alterada.' },
    tags,
    critical: true,
    sample: { at: sample.at },
    steps: [
      email({
        url: '/forgot-password',
        subject: { en: 'Your password was changed', pt: 'Sua senha foi alterada' },
        body: {
          en: '<p>The password of your account was just changed, and your other sessions were ended.</p><p>If you changed it yourself, there is nothing to do.</p>',
          pt: '<p>A senha da sua conta acabou de ser alterada e suas outras sessões foram encerradas.</p><p>Se foi você quem alterou, não é preciso fazer nada.</p>',
        },
        button: { en: 'This was not me', pt: 'Não fui eu' },
      }),
      inApp({
        feed,
        icon: 'warning',
        url: '/profile',
        content: {
          en: 'Your password was changed · {{at}}',
          pt: 'Sua senha foi alterada · {{at}}',
        },
      }),
    ],
  }),
  'security.2fa_changed': workflow({
    name: { en: 'Second factor changed', pt: 'Verificação em duas etapas alterada' },
    group,
    description: {
      en: 'The second factor of your account was switched on or off, or its recovery codes were made anew.',
      pt: 'O segundo fator da sua conta foi ligado ou desligado, ou seus códigos de recuperação foram refeitos.',
    },
    tags,
    critical: true,
    sample: { enabled: 'yes', disabled: '', codes_renewed: '', at: sample.at },
    steps: [
      email({
        url: '/profile',
        subject: {
          en: 'Your second factor was changed',
          pt: 'Sua verificação em duas etapas foi alterada',
        },
        body: {
          en: '<p>{{#if enabled}}A code is now asked for when you sign in.{{/if}}{{#if disabled}}No code is asked for any more when you sign in.{{/if}}{{#if codes_renewed}}You made new recovery codes; the former ones no longer work.{{/if}}</p><p>If this was not you, change your password now.</p>',
          pt: '<p>{{#if enabled}}Agora pedimos um código quando você entra.{{/if}}{{#if disabled}}Não pedimos mais um código quando você entra.{{/if}}{{#if codes_renewed}}Você gerou novos códigos de recuperação; os anteriores não funcionam mais.{{/if}}</p><p>Se não foi você, troque sua senha agora.</p>',
        },
        button: { en: 'See my account', pt: 'Ver minha conta' },
      }),
      inApp({
        feed,
        icon: 'warning',
        url: '/profile',
        content: {
          en: 'Your second factor was changed · {{at}}',
          pt: 'Sua verificação em duas etapas foi alterada · {{at}}',
        },
      }),
    ],
  }),
  'security.locked': workflow({
    name: { en: 'Somebody guesses at your sign-in', pt: 'Alguém tenta entrar na sua conta' },
    group,
    description: {
      en: 'Somebody tried many wrong passwords or codes for your account.',
      pt: 'Alguém tentou muitas senhas ou códigos errados na sua conta.',
    },
    tags,
    critical: true,
    sample: { password: 'yes', code: '', ip: sample.ip, at: sample.at },
    steps: [
      email({
        url: '/forgot-password',
        subject: {
          en: '{{#if code}}Somebody knows your password{{else}}Somebody is guessing your password{{/if}}',
          pt: '{{#if code}}Alguém sabe a sua senha{{else}}Alguém está tentando adivinhar sua senha{{/if}}',
        },
        body: {
          en: '<p>{{#if code}}Somebody signed in with your password and then tried many wrong codes of your second factor:{{else}}Somebody tried many wrong passwords for your account:{{/if}}</p><p>{{ip}} · {{at}}</p><p>{{#if code}}If this was not you, choose a new password now.{{else}}We hold back whoever is guessing; you can go on signing in. If this was you, choose a new password. If not, your account is safe as long as nobody else knows yours.{{/if}}</p>',
          pt: '<p>{{#if code}}Alguém entrou com a sua senha e depois errou muitas vezes o código da verificação em duas etapas:{{else}}Alguém errou a senha da sua conta muitas vezes:{{/if}}</p><p>{{ip}} · {{at}}</p><p>{{#if code}}Se não foi você, escolha uma nova senha agora.{{else}}Quem está tentando adivinhar precisa esperar; você continua entrando normalmente. Se foi você, escolha uma nova senha. Se não foi, sua conta está segura enquanto ninguém mais souber a sua senha.{{/if}}</p>',
        },
        button: { en: 'Choose a new password', pt: 'Escolher nova senha' },
      }),
      inApp({
        feed,
        icon: 'warning',
        url: '/profile',
        content: {
          en: '{{#if code}}Somebody who knows your password tried many wrong codes{{else}}Somebody tried many wrong passwords for your account{{/if}} · {{ip}} · {{at}}',
          pt: '{{#if code}}Alguém que sabe a sua senha errou muitos códigos{{else}}Alguém errou a senha da sua conta muitas vezes{{/if}} · {{ip}} · {{at}}',
        },
      }),
    ],
  }),
}
