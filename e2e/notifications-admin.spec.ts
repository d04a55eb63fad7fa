import { expect, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { mailsTo } from './support/sandbox.ts'

const text = {
  new: 'Novo fluxo',
  name: 'Nome',
  active: 'Ativo',
  add: 'Adicionar etapa',
  inApp: /^No app/,
  email: /^E-mail/,
  text: 'Texto',
  subject: 'Assunto',
  block: 'Bloco 1: texto',
  create: 'Criar',
  says: '“Your order {{order}} is on its way”',
  preview: 'Prévia',
  step: 'Etapa',
  mail: 'E-mail',
  test: 'Teste',
  subscriber: 'Destinatário',
  run: 'Executar teste',
  finished: 'Concluído',
  timeline: 'Etapas desta execução',
  sent: 'Mensagem enviada',
  completed: 'Concluída',
  open: 'Abrir em Atividade',
}

const addStep = async (page: Page, add: string, kind: RegExp) => {
  await page.getByRole('button', { name: add }).click()
  await page.getByRole('menuitem', { name: kind }).click()
}

test('an admin makes a workflow, looks at it, tries it and sees each step done', async ({ page }) => {
  const order = `pedido-${Date.now()}`
  await signIn(page.context(), people.admin, 'pt')
  await page.goto('/admin/notifications/workflows')
  await page.getByRole('link', { name: text.new }).click()
  await page.getByRole('textbox', { name: text.name, exact: true }).fill(`Order ${order}`)
  await page.getByRole('switch', { name: text.active }).first().click()
  await addStep(page, text.add, text.inApp)
  await page.getByRole('textbox', { name: text.text, exact: true }).fill('Your order {{order}} is on its way')
  await addStep(page, text.add, text.email)
  await page.getByRole('textbox', { name: text.subject, exact: true }).fill('Order {{order}}')
  await page.getByRole('textbox', { name: text.block }).fill('<p>It left this morning.</p>')
  await page.getByRole('button', { name: text.create }).click()
  await expect(page.getByRole('heading', { name: `Order ${order}` })).toBeVisible()
  await expect(page.getByText(text.says)).toBeVisible()

  await page.getByRole('tab', { name: text.preview }).click()
  await page.getByRole('textbox', { name: 'order' }).fill(order)
  await expect(page.getByText(`Your order ${order} is on its way`)).toBeVisible()
  await page.getByRole('combobox', { name: text.step, exact: true }).click()
  await page.getByRole('option', { name: /E-?mail/ }).click()
  await expect(page.frameLocator(`iframe[title="${text.mail}"]`).getByText('It left this morning.')).toBeVisible()

  await page.getByRole('tab', { name: text.test, exact: true }).click()
  await page.getByRole('combobox', { name: text.subscriber }).fill('sofia@')
  await page.getByRole('option', { name: /sofia@/ }).click()
  await page.getByRole('textbox', { name: 'order' }).fill(order)
  await page.getByRole('button', { name: text.run, exact: true }).click()
  await expect(page.getByText(text.finished)).toBeVisible()
  const timeline = page.getByRole('list', { name: text.timeline })
  await expect(timeline.getByText(text.completed)).toHaveCount(2)
  await expect(timeline.getByText(text.sent)).toHaveCount(2)
  await expect.poll(async () => (await mailsTo(people.sofia)).map(({ subject }) => subject)).toContain(`Order ${order}`)

  await page.getByRole('link', { name: text.open }).click()
  await expect(page).toHaveURL(/\/admin\/notifications\/activity\/[0-9a-f]{24}$/)
  await expect(page.getByRole('list', { name: text.timeline })).toBeVisible()
})
