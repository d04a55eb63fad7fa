import { expect, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'

// An automation from a blank canvas until it is paused: built, tried, published, at work for a customer, and asked why it
// let somebody else out. One after the other, as what happens is written down only while an automation listens to it.
test.describe.configure({ mode: 'serial' })

const languages = {
  en: {
    ...{ add: 'New automation', name: 'Name', create: 'Create', settings: 'Settings', starts: 'Starts when' },
    ...{ received: 'Message received', words: 'Words', who: 'Who enters', condition: 'Add condition' },
    ...{ field: /^Field of condition 1/, value: /^Value of condition 1/, contact: 'Name', text: 'Message text' },
    ...{ after: (step: string) => `Add a step after ${step}`, branch: 'If / else', yes: 'Yes', wait: 'Wait' },
    ...{ waitFor: 'Wait for', unit: 'Unit', minutes: 'minutes', send: 'Send text', body: 'Text', saved: 'Saved' },
    ...{ insert: 'Insert a value into Text', firstName: 'First name' },
    ...{ test: 'Test', sample: 'With something that happened', run: 'Run test', would: 'What would happen' },
    ...{ enters: 'The contact enters, and the run goes to the end.', took: 'Took the way “Yes”', holds: 'Holds' },
    ...{ publish: 'Publish', note: 'Note on this version', active: 'Active', runs: 'Runs', waiting: /^Waiting until/ },
    ...{ skip: 'Skip wait', ended: 'It ran to the end', did: 'What it did', details: 'Show details', input: 'Input' },
    ...{ skipped: 'Someone skipped the wait', output: 'Output', entries: 'Who entered', ask: 'Contact' },
    ...{ refused: 'The conditions don’t hold', was: (name: string) => `was ${name}` },
    ...{ actions: (name: string) => `Actions for ${name}`, pause: 'Pause', paused: 'This automation is paused' },
  },
  pt: {
    ...{ add: 'Nova automação', name: 'Nome', create: 'Criar', settings: 'Configurações', starts: 'Começa quando' },
    ...{ received: 'Mensagem recebida', words: 'Palavras', who: 'Quem entra', condition: 'Adicionar condição' },
    ...{ field: /^Campo da condição 1/, value: /^Valor da condição 1/, contact: 'Nome', text: 'Texto da mensagem' },
    ...{ after: (step: string) => `Adicionar uma etapa depois de ${step}`, branch: 'Se / senão', yes: 'Sim' },
    ...{ wait: 'Esperar', waitFor: 'Esperar', unit: 'Unidade', minutes: 'minutos', send: 'Enviar texto' },
    ...{ body: 'Texto', saved: 'Salvo', insert: 'Inserir um valor em Texto', firstName: 'Primeiro nome' },
    ...{ test: 'Testar', sample: 'Com algo que aconteceu', run: 'Executar teste', would: 'O que aconteceria' },
    ...{ enters: 'O contato entra, e a execução vai até o fim.', took: 'Seguiu por “Sim”', holds: 'Vale' },
    ...{
      publish: 'Publicar',
      note: 'Observação sobre esta versão',
      active: 'Ativa',
      runs: 'Execuções',
      waiting: /^Aguardando até/,
    },
    ...{ skip: 'Pular espera', ended: 'Foi até o fim', did: 'O que foi feito', details: 'Ver detalhes' },
    ...{ input: 'Entrada', skipped: 'Alguém pulou a espera', output: 'Saída', entries: 'Quem entrou', ask: 'Contato' },
    ...{ refused: 'As condições não valem', was: (name: string) => `era ${name}` },
    ...{ actions: (name: string) => `Ações de ${name}`, pause: 'Pausar', paused: 'Esta automação está pausada' },
  },
} as const
type Words = (typeof languages)['en' | 'pt']

const choose = async (page: Page, field: string | RegExp, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** One condition: that a field contains a text. */
const ask = async (page: Page, words: Words, { field, text }: { field: string; text: string }) => {
  const panel = page.getByRole('region', { name: words.settings })
  await panel.getByRole('button', { name: words.condition }).click()
  await choose(page, words.field, field)
  await panel.getByRole('textbox', { name: words.value }).fill(text)
}

const addStep = async (page: Page, words: Words, { after, kind }: { after: string; kind: string }) => {
  await page.getByRole('button', { name: words.after(after), exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: kind }).first().click()
  await expect(page.getByRole('region', { name: words.settings }).getByRole('heading', { name: kind })).toBeVisible()
}

type Wanted = { name: string; keyword: string; customer: string }

/** From a blank canvas to a graph of a keyword, a condition, a branch, a wait and a message. */
const build = async (page: Page, words: Words, { name, keyword, customer }: Wanted) => {
  await page.goto('/company/actions')
  await page.getByRole('button', { name: words.add }).click()
  const drawer = page.getByRole('dialog', { name: words.add })
  await drawer.getByRole('textbox', { name: words.name }).fill(name)
  await drawer.getByRole('button', { name: words.create }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await choose(page, words.starts, words.received)
  await page.getByRole('combobox', { name: words.words }).fill(keyword)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: new RegExp(`^${words.who}`) }).click()
  await ask(page, words, { field: words.contact, text: customer })

  await addStep(page, words, { after: words.who, kind: words.branch })
  await ask(page, words, { field: words.text, text: keyword })
  await addStep(page, words, { after: `${words.branch}, ${words.yes}`, kind: words.wait })
  await choose(page, words.unit, words.minutes)
  await addStep(page, words, { after: words.wait, kind: words.send })
  const text = page.getByRole('textbox', { name: words.body, exact: true })
  await text.fill('Oi, ')
  await page.getByRole('button', { name: words.insert }).click()
  await page.getByRole('menuitem', { name: words.firstName }).click()
  await text.press('End')
  await text.pressSequentially('!')
  await expect(text).toHaveValue('Oi, {{contact.first_name}}!')
}

/** Tries it on what the customer wrote before it was there, and reads each decision. */
const tryOut = async (page: Page, words: Words, { person, answer }: { person: string; answer: string }) => {
  await page.getByRole('button', { name: words.test, exact: true }).click()
  const panel = page.getByRole('region', { name: words.test === 'Test' ? 'Test' : 'Teste' })
  await panel.getByRole('combobox', { name: words.sample }).click()
  await page
    .getByRole('option', { name: new RegExp(`${words.received} · ${person}`) })
    .first()
    .click()
  await panel.getByRole('button', { name: words.run, exact: true }).click()
  await expect(panel.getByRole('status')).toContainText(words.enters)
  const steps = panel.getByRole('list', { name: words.would }).locator(':scope > li')
  await expect(steps).toHaveCount(3)
  await expect(steps.nth(0)).toContainText(words.took)
  await expect(steps.nth(0).getByRole('img', { name: words.holds })).toBeVisible()
  await expect(steps.nth(2)).toContainText(answer)
  await page.getByRole('button', { name: words.test, exact: true }).click()
}

const publish = async (page: Page, words: Words) => {
  await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: words.publish }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: words.note }).fill('1')
  await dialog.getByRole('button', { name: words.publish }).click()
  await expect(page.getByText(words.active, { exact: true })).toBeVisible()
}

/** Opens the run of the customer, lets it go on, and reads what went in and came out of its last step. */
const follow = async (page: Page, words: Words, { person, answer }: { person: string; answer: string }) => {
  await page.getByRole('tab', { name: words.runs }).click()
  await page.getByRole('link', { name: person }).click()
  await expect(page.getByText(words.waiting)).toBeVisible()
  await page.getByRole('button', { name: words.skip }).click()
  await expect(page.getByText(words.ended)).toBeVisible()
  const steps = page.getByRole('list', { name: words.did }).locator(':scope > li')
  await expect(steps).toHaveCount(3)
  await expect(steps.nth(1)).toContainText(words.skipped)
  await steps.nth(2).getByRole('button', { name: words.details }).click()
  await expect(steps.nth(2).getByLabel(words.input)).toContainText(answer)
  await expect(steps.nth(2).getByLabel(words.output)).toContainText('messageId')
}

for (const language of ['en', 'pt'] as const)
  test(`an automation is built, tried, published, answers a customer and says why others stay out (${language})`, async ({
    page,
  }) => {
    const words = languages[language]
    const customer = newCustomer()
    const person = customer.name
    const mark = person.slice(-4)
    const [name, keyword, answer] = [`Automation ${mark}`, `cesta${mark}`, 'Oi, Customer!'] as const
    await signIn(page.context(), people.ana, language)
    await write(customer, `Quero a ${keyword}`)

    await build(page, words, { name, keyword, customer: person })
    await tryOut(page, words, { person, answer })
    await publish(page, words)
    await write(customer, `Ainda tem ${keyword}?`)
    await follow(page, words, { person, answer })
    await expect
      .poll(async () => (await phoneMessages(waIdOf(customer.phone))).at(-1))
      .toMatchObject({ direction: 'out', message: { text: { body: answer } } })

    await page.getByRole('link', { name }).click()
    await page.getByRole('tab', { name: words.entries }).click()
    await page.getByRole('combobox', { name: words.ask }).fill('Bia')
    await page.getByRole('option', { name: /^Bia/ }).first().click()
    const why = page.getByRole('status').filter({ hasText: words.refused })
    await expect(why).toContainText(words.was('Bia'))

    await page.getByRole('button', { name: words.actions(name) }).click()
    await page.getByRole('menuitem', { name: words.pause }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.pause }).click()
    await expect(page.getByText(words.paused)).toBeVisible()
  })
