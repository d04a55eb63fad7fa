const texts = {
  en: {
    sandbox: 'Sandbox',
    phone: 'Phone',
    mail: 'Mail',
    notice: 'This is a stand-in for WhatsApp and for a mail server. Nothing here reaches real people.',
    indexTitle: 'Everything outside the product, on this machine',
    indexLead:
      'The product talks to this sandbox using the same protocols as the real services. Nothing leaves this machine.',
    phoneCard: 'Write as any customer: send media and bursts, tap buttons and watch delivery ticks.',
    mailCard: 'Every email the product sent, as recipients see it.',
    open: 'Open',
    graphAddress: 'Address for Cloud API clients',
    customers: 'Customers',
    newCustomer: 'New customer',
    name: 'Name',
    number: 'Phone number',
    numberHint: 'Country code first, for example 5511987650001',
    username: 'Username',
    create: 'Create',
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    search: 'Search customers',
    noCustomers: 'No customer yet',
    noCustomersHint: 'Create one and write the first message.',
    noMessages: 'No messages yet',
    noMessagesHint: 'Write something: the business gets it at once.',
    choose: 'Choose a customer',
    chooseHint: 'Their phone shows here.',
    message: 'Message',
    send: 'Send',
    attach: 'Attach',
    photo: 'Photo, video, audio or file',
    samplePhoto: 'Sample photo',
    sampleVoice: 'Sample voice note',
    sampleDocument: 'Sample document',
    location: 'Location',
    contact: 'Contact',
    sticker: 'Sticker',
    unsupported: 'Unsupported message',
    fromAd: 'First message from an ad',
    back: 'Back',
    settings: 'Settings of this customer',
    hidden: 'Phone number',
    hiddenNo: 'Visible to the business',
    hiddenOmitted: 'Hidden, left out',
    hiddenEmpty: 'Hidden, empty',
    reads: 'Send read receipts',
    blocked: 'Block this business',
    blockedByBusiness: "Blocked by the business: messages don't arrive",
    burst: 'Burst',
    burstTitle: 'Send a burst of messages',
    burstCount: 'Messages',
    burstCustomers: 'Customers',
    business: 'Business number',
    online: 'business account',
    typing: 'typing…',
    reply: 'Reply',
    react: 'React',
    edit: 'Edit',
    delete: 'Delete',
    you: 'You',
    editText: 'Edit the message',
    revoked: 'This message was deleted',
    failed: 'Not delivered',
    status_accepted: 'Accepted',
    status_sent: 'Sent',
    status_delivered: 'Delivered',
    status_read: 'Read',
    status_played: 'Played',
    status_failed: 'Failed',
    document: 'Document',
    audio: 'Audio',
    video: 'Video',
    image: 'Photo',
    options: 'Options',
    noMails: 'No mail yet',
    noMailsHint: 'Emails sent by the product appear here automatically.',
    to: 'To',
    from: 'From',
    html: 'Page',
    text: 'Text',
    clear: 'Delete all',
    chooseMail: 'Choose a mail',
    noSubject: '(no subject)',
    sentBurst: 'Sent {count} messages',
    template: 'Template',
    interactive: 'Message with options',
    reaction: 'Reaction',
    contacts: 'Contact',
    button: 'Button',
    order: 'Order',
    copied: 'Copied: {text}',
    ad: 'From an ad',
    more: 'More',
    today: 'Today',
    yesterday: 'Yesterday',
    error: 'That did not work: {text}',
    attachments: 'Attachments',
    messageMenu: 'Message actions',
  },
  pt: {
    sandbox: 'Sandbox',
    phone: 'Telefone',
    mail: 'E-mails',
    notice: 'Isto simula o WhatsApp e um servidor de e-mail. Nada daqui chega a pessoas de verdade.',
    indexTitle: 'Tudo o que fica fora do produto, nesta máquina',
    indexLead: 'O produto fala com este sandbox pelos mesmos protocolos dos serviços reais. Nada sai desta máquina.',
    phoneCard:
      'Escreva como qualquer cliente, envie mídia e rajadas, toque em botões e veja as confirmações de leitura.',
    mailCard: 'Todos os e-mails que o produto enviou, como o leitor os veria.',
    open: 'Abrir',
    graphAddress: 'Endereço para clientes da Cloud API',
    customers: 'Clientes',
    newCustomer: 'Novo cliente',
    name: 'Nome',
    number: 'Telefone',
    numberHint: 'Comece pelo código do país, por exemplo 5511987650001',
    username: 'Nome de usuário',
    create: 'Criar',
    save: 'Salvar',
    cancel: 'Cancelar',
    close: 'Fechar',
    search: 'Buscar clientes',
    noCustomers: 'Nenhum cliente ainda',
    noCustomersHint: 'Crie um e escreva a primeira mensagem.',
    noMessages: 'Nenhuma mensagem ainda',
    noMessagesHint: 'Escreva algo: a empresa recebe na hora.',
    choose: 'Escolha um cliente',
    chooseHint: 'O telefone dele aparece aqui.',
    message: 'Mensagem',
    send: 'Enviar',
    attach: 'Anexar',
    photo: 'Foto, vídeo, áudio ou arquivo',
    samplePhoto: 'Foto de exemplo',
    sampleVoice: 'Áudio de exemplo',
    sampleDocument: 'Documento de exemplo',
    location: 'Localização',
    contact: 'Contato',
    sticker: 'Figurinha',
    unsupported: 'Mensagem não suportada',
    fromAd: 'Primeira mensagem de um anúncio',
    back: 'Voltar',
    settings: 'Configurações deste cliente',
    hidden: 'Número de telefone',
    hiddenNo: 'Visível para a empresa',
    hiddenOmitted: 'Oculto (campo ausente)',
    hiddenEmpty: 'Oculto (campo vazio)',
    reads: 'Enviar confirmações de leitura',
    blocked: 'Bloquear esta empresa',
    blockedByBusiness: 'A empresa bloqueou este cliente: as mensagens não chegam',
    burst: 'Rajada',
    burstTitle: 'Enviar uma rajada de mensagens',
    burstCount: 'Mensagens',
    burstCustomers: 'Clientes',
    business: 'Número da empresa',
    online: 'conta comercial',
    typing: 'digitando…',
    reply: 'Responder',
    react: 'Reagir',
    edit: 'Editar',
    delete: 'Apagar',
    you: 'Você',
    editText: 'Editar a mensagem',
    revoked: 'Esta mensagem foi apagada',
    failed: 'Não entregue',
    status_accepted: 'Aceita',
    status_sent: 'Enviada',
    status_delivered: 'Entregue',
    status_read: 'Lida',
    status_played: 'Ouvida',
    status_failed: 'Falhou',
    document: 'Documento',
    audio: 'Áudio',
    video: 'Vídeo',
    image: 'Foto',
    options: 'Opções',
    noMails: 'Nenhum e-mail ainda',
    noMailsHint: 'Os e-mails enviados pelo sistema aparecem aqui automaticamente.',
    to: 'Para',
    from: 'De',
    html: 'Página',
    text: 'Texto',
    clear: 'Apagar tudo',
    chooseMail: 'Escolha um e-mail',
    noSubject: '(sem assunto)',
    sentBurst: '{count} mensagens enviadas',
    template: 'Modelo',
    interactive: 'Mensagem com opções',
    reaction: 'Reação',
    contacts: 'Contato',
    button: 'Botão',
    order: 'Pedido',
    copied: 'Copiado: {text}',
    ad: 'De um anúncio',
    more: 'Mais',
    today: 'Hoje',
    yesterday: 'Ontem',
    error: 'Não deu certo: {text}',
    attachments: 'Anexos',
    messageMenu: 'Ações da mensagem',
  },
}

export const locale = navigator.language.toLowerCase().startsWith('pt') ? 'pt' : 'en'
document.documentElement.lang = locale === 'pt' ? 'pt-BR' : 'en'

export const t = (key, values = {}) =>
  (texts[locale][key] ?? key).replace(/\{(\w+)\}/g, (_match, name) => String(values[name] ?? ''))

/** Builds an element: `el('p.note', { title }, child, …)`. Text is always set as text. */
export const el = (spec, properties = {}, ...children) => {
  const [tag, ...classes] = spec.split('.')
  const element = document.createElement(tag || 'div')
  if (classes.length > 0) element.className = classes.join(' ')
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name in element && name !== 'list') element[name] = value
    else element.setAttribute(name, value)
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

export const call = async (method, path, body) => {
  const answer = await fetch(`/sandbox/${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const json = await answer.json()
  if (!answer.ok) throw new Error(json.error ?? answer.status)
  return json
}

let toastTimer
export const toast = (text) => {
  document.querySelector('.toast')?.remove()
  clearTimeout(toastTimer)
  const box = el('div.toast', { role: 'status' }, text)
  document.body.append(box)
  toastTimer = setTimeout(() => box.remove(), 3500)
}

/** Runs an action of the page and shows its error. */
export const attempt = async (action) => {
  try {
    return await action()
  } catch (error) {
    toast(t('error', { text: error.message }))
    return null
  }
}

/** Calls back on live events, at most every 80 ms, and after every reconnect. */
export const watch = (names, refresh) => {
  let timer = null
  const soon = () => {
    if (timer !== null) return
    timer = setTimeout(() => {
      timer = null
      refresh()
    }, 80)
  }
  const source = new EventSource('/sandbox/events')
  source.addEventListener('open', soon)
  for (const name of names) source.addEventListener(name, soon)
}

for (const element of document.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t)
for (const element of document.querySelectorAll('[data-t-label]')) {
  element.setAttribute('aria-label', t(element.dataset.tLabel))
  element.title = t(element.dataset.tLabel)
}
for (const element of document.querySelectorAll('[data-t-placeholder]'))
  element.placeholder = t(element.dataset.tPlaceholder)
