import { expect, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { looking } from './support/look.ts'
import { newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'
import { like, textsOf } from './support/texts.ts'

// Someone who has just come imports a list of customers, sends them a first campaign, and sees what came of it. What they
// read and press is in their language, from the texts of the product.

const templates = { en: 'basket_discount', pt: 'cesta_com_desconto' } as const

for (const language of ['en', 'pt'] as const)
  test(`a first campaign goes to an imported list (${language})`, async ({ page, context }) => {
    await signIn(context, people.ana, language)
    const t = textsOf(language)
    const { go, look } = await looking(page)
    const customers = [newCustomer(), newCustomer(), newCustomer()]
    const tag = `Estreia ${customers[0]?.phone.slice(-8)}`
    const press = (name: string) => page.getByRole('button', { name: t(name), exact: true }).click()
    const step = (name: string) => page.getByRole('heading', { level: 2, name: t(name), exact: true })
    const timeout = 90_000

    await go('/company/contacts/imports/new')
    await page.getByText(t('contacts/imports:file.paste'), { exact: true }).click()
    await page
      .getByRole('textbox', { name: t('contacts/imports:file.rows') })
      .fill(
        [
          'Nome;Celular;Tags;Data do aceite',
          ...customers.map(({ name, phone }) => `${name};+${phone};${tag};01/02/2026`),
        ].join('\n'),
      )
    await press('common:continue')
    await expect(step('contacts/imports:step.columns')).toBeVisible({ timeout })
    await press('common:continue')
    await page.getByRole('radio', { name: t('contacts/imports:rules.with') }).check()
    await page.getByRole('textbox', { name: t('contacts/imports:rules.version') }).fill('Cadastro da loja, 2026')
    await press('contacts/imports:check.run')
    await page.getByRole('button', { name: like(t('contacts/imports:check.start_other')) }).click({ timeout })
    await expect(page.getByText(like(t('contacts/imports:result.completed_other')))).toBeVisible({ timeout })

    await go('/company/campaigns/new')
    await press('common:continue')
    await expect(step('campaigns/wizard:step.audience')).toBeVisible({ timeout })
    await press('campaigns/wizard:source.add')
    await page.getByRole('menuitem', { name: t('campaigns/wizard:source.kind.tags'), exact: true }).click()
    await page
      .getByRole('list', { name: t('campaigns/wizard:source.title') })
      .getByLabel(t('campaigns/wizard:source.kind.tags'), { exact: true })
      .fill(tag)
    await page.getByRole('option', { name: tag }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: t('campaigns/wizard:waterfall.title') })).toContainText('3', {
      timeout,
    })
    await look('the audience')
    await press('common:continue')

    await expect(step('campaigns/wizard:step.content')).toBeVisible({ timeout })
    await page
      .getByRole('list', { name: t('campaigns/wizard:template.title') })
      .getByRole('button', { name: new RegExp(`^${templates[language]}\\b`) })
      .click({ timeout })
    await expect(page.getByRole('region', { name: t('campaigns/wizard:preview.title') })).toContainText('Customer', {
      timeout,
    })
    await look('the content')
    await press('common:continue')

    await expect(step('campaigns/wizard:step.schedule')).toBeVisible({ timeout })
    // It is night somewhere whenever this runs.
    await page.getByRole('switch', { name: t('campaigns/wizard:quiet.on') }).press('Space')
    await look('the schedule')
    await press('common:continue')

    await expect(step('campaigns/wizard:step.review')).toBeVisible({ timeout })
    const launch = page.getByRole('button', { name: t('campaigns/wizard:launch.open'), exact: true })
    await expect(launch).toBeEnabled({ timeout })
    await look('the review')
    await launch.click()
    const dialog = page.getByRole('dialog', { name: like(t('campaigns/wizard:launch.title_other')) })
    // While another test imports into the same company, nothing may be launched there.
    await expect(async () => {
      if (await dialog.isVisible())
        await dialog.getByRole('button', { name: t('campaigns/wizard:launch.confirm'), exact: true }).click()
      await expect(page).toHaveURL(/\/company\/campaigns(\?|$)/, { timeout: 5_000 })
    }).toPass({ timeout })

    const row = page.getByRole('row', { name: like(t('campaigns/list:new.name')) }).first()
    await row.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: like(t('campaigns/list:new.name')) })).toBeVisible()
    await expect(page.getByText(t('campaigns/list:state.completed'), { exact: true }).first()).toBeVisible({
      timeout: 120_000,
    })
    const [first] = customers
    if (!first) throw new Error('There is no customer')
    const received = await phoneMessages(waIdOf(first.phone))
    expect(received.filter(({ direction, type }) => direction === 'out' && type === 'template')).toHaveLength(1)
    await write(first, 'Quero uma')
    const replied = page.getByRole('listitem').filter({ hasText: t('campaigns/campaign:step.replied') })
    await expect(replied).toContainText(/\D1 ·/, { timeout })
    await look('the campaign')
  })
