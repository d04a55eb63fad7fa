const texts = {
  pt: {
    title: 'Cadastro incorporado',
    notice: 'Esta janela faz o papel da janela da Meta. Escolha o que a pessoa faz nela.',
    account: 'Conta e número',
    new: 'Conta nova com um número novo',
    several: 'Conta nova com três números',
    known: 'Um número que já existe',
    name: 'Nome do negócio',
    peculiar: 'O número novo',
    coexistence: 'Continua no app WhatsApp Business',
    unverified: 'Ainda não foi verificado',
    pin: 'Já tem este PIN',
    history: 'Histórico do app',
    sends: 'é enviado',
    declines: 'é recusado',
    silent: 'nunca chega',
    finish: 'Concluir',
    only: 'Concluir sem número',
    step: 'Sair em',
    cancel: 'Cancelar',
    error: 'Informar um erro',
  },
}

const query = new URLSearchParams(location.search)
const words = (query.get('locale') ?? '').startsWith('pt') ? texts.pt : {}
document.documentElement.lang = words === texts.pt ? 'pt' : 'en'
for (const place of document.querySelectorAll('[data-s]'))
  place.textContent = words[place.dataset.s] ?? place.textContent

const form = document.getElementById('form')
const fields = form.elements
fields.coexistence.checked = query.get('feature') === 'whatsapp_business_app_onboarding'

const state = await (await fetch('/sandbox/state')).json()
for (const number of state.numbers) {
  const option = new Option(`${number.verified_name} ${number.display_phone_number}`, number.id)
  option.dataset.account = number.accountId
  fields.number.append(option)
}
form.addEventListener('change', () => {
  fields.number.disabled = fields.account.value !== 'known'
})

const bodyOf = (outcome) => {
  const known = fields.account.value === 'known' ? fields.number.selectedOptions[0] : null
  return {
    outcome,
    coexistence: fields.coexistence.checked,
    ...(known ? { wabaId: known.dataset.account, phoneNumberId: known.value } : {}),
    name: fields.name.value,
    numbers: fields.account.value === 'several' ? 3 : 1,
    verified: !fields.unverified.checked,
    ...(fields.pin.value ? { pin: fields.pin.value } : {}),
    history: fields.history.value,
    step: fields.step.value,
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const answer = await fetch('/sandbox/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(event.submitter.value)),
  })
  const result = await answer.json()
  if (!answer.ok) {
    document.getElementById('problem').textContent = result.error
    return
  }
  const version = query.get('version') ? Number(query.get('version').replace(/\D/g, '')) || 4 : 4
  // As Meta's window does it, the event goes to whoever opened it, as a JSON text; the code goes to the SDK.
  window.opener?.postMessage(
    JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', event: result.event, data: result.data, version }),
    '*',
  )
  window.opener?.postMessage({ sandbox: 'signup', code: result.code }, '*')
  window.close()
})
