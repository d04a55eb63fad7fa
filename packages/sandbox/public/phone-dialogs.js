import { el, t } from './common.js'

const field = (label, input, hint) => el('label.field', {}, label, input, hint ? el('span', {}, hint) : null)

/** Opens a dialog with a form; `save` gets the form's values and closes it unless it throws. */
export const formDialog = (title, content, submitText, save) => {
  const dialog = el('dialog', { 'aria-label': title })
  const form = el(
    'form',
    {
      onsubmit: async (event) => {
        event.preventDefault()
        if ((await save(new FormData(form))) !== false) dialog.close()
      },
    },
    content,
    el(
      'div.actions',
      {},
      el('button.button', { type: 'button', onclick: () => dialog.close() }, t('cancel')),
      el('button.button.primary', { type: 'submit' }, submitText),
    ),
  )
  dialog.append(el('h2', {}, title), form)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

const digits = (count) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, '0')

/** A mobile number whose last four digits, 2000 to 2999, choose no special outcome. */
const newNumber = () => `551198${digits(3)}2${digits(3)}`

export const newCustomerDialog = (save) =>
  formDialog(
    t('newCustomer'),
    [
      field(
        t('name'),
        el('input', { name: 'name', required: true, maxLength: 60, autocomplete: 'off', autofocus: true }),
      ),
      field(
        t('number'),
        el('input', {
          name: 'phone',
          type: 'tel',
          required: true,
          pattern: '[0-9+ \\(\\)\\-]{8,24}',
          value: newNumber(),
          autocomplete: 'off',
        }),
        t('numberHint'),
      ),
    ],
    t('create'),
    save,
  )

const check = (name, label, checked) => el('label.check', {}, el('input', { type: 'checkbox', name, checked }), label)

export const settingsDialog = (customer, blocked, save) =>
  formDialog(
    t('settings'),
    [
      field(t('name'), el('input', { name: 'name', value: customer.name, maxLength: 60, autocomplete: 'off' })),
      field(
        t('username'),
        el('input', { name: 'username', value: customer.username ?? '', maxLength: 35, autocomplete: 'off' }),
      ),
      field(
        t('hidden'),
        el(
          'select',
          { name: 'hidden' },
          ['no', 'omitted', 'empty'].map((value) =>
            el(
              'option',
              { value, selected: customer.hidden === value },
              t(`hidden${value[0].toUpperCase()}${value.slice(1)}`),
            ),
          ),
        ),
        `${customer.waId} · ${customer.bsuid}`,
      ),
      check('reads', t('reads'), customer.reads),
      check('blocked', t('blocked'), blocked),
    ],
    t('save'),
    save,
  )

export const burstDialog = (save) =>
  formDialog(
    t('burstTitle'),
    [
      el(
        'div.pair',
        {},
        field(
          t('burstCount'),
          el('input', { name: 'count', type: 'number', min: 1, max: 20000, value: 50, required: true }),
        ),
        field(
          t('burstCustomers'),
          el('input', { name: 'customers', type: 'number', min: 1, max: 5000, value: 10, required: true }),
        ),
      ),
      field(t('message'), el('input', { name: 'text', value: t('message'), required: true, maxLength: 200 })),
    ],
    t('send'),
    save,
  )

export const editDialog = (text, save) =>
  formDialog(
    t('editText'),
    field(t('message'), el('textarea', { name: 'text', value: text, rows: 3, required: true })),
    t('save'),
    save,
  )

/** The rows of a list message, to choose one. */
export const listDialog = (interactive, choose) => {
  const dialog = el('dialog', { 'aria-label': interactive.action.button })
  const pick = (row) => () => {
    dialog.close()
    choose(row)
  }
  const rows = interactive.action.sections.flatMap((section) => [
    section.title ? el('h3', {}, section.title) : null,
    ...section.rows.map((row) =>
      el(
        'button',
        { type: 'button', onclick: pick(row) },
        el('strong', {}, row.title),
        row.description ? el('span', {}, row.description) : null,
      ),
    ),
  ])
  dialog.append(
    el('h2', {}, interactive.action.button),
    el('div.rows', {}, rows),
    el('div.actions', {}, el('button.button', { type: 'button', onclick: () => dialog.close() }, t('close'))),
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
