import type { Locale } from '@recado/contracts/shared'

/** What the demo says in Portuguese, and in English. */
const english = new Map<string, string>([
  ['Loja', 'Store'],
  ['Natal', 'Christmas'],
  ['Pedido', 'Order'],
  ['Entrega', 'Delivery'],
  ['Reclamação', 'Complaint'],
  ['Atacado', 'Wholesale'],
  ['Nota fiscal', 'Invoice'],
  ['Cliente', 'Customer'],
  ['Cliente fiel', 'Loyal customer'],
  ['Balcão', 'Front desk'],
  ['Dúvidas e pedidos da loja', 'Questions and store orders'],
  ['Entregas', 'Deliveries'],
  ['Rotas, atrasos e trocas', 'Routes, delays and exchanges'],
  ['Vendas no atacado', 'Wholesale sales'],
  ['Padarias, hotéis e restaurantes', 'Bakeries, hotels and restaurants'],
  ['oi', 'hi'],
  ['Saudação', 'Greeting'],
  [
    'Oi, {{contact.first_name|tudo bem}}! Aqui é {{agent.first_name}}, do {{company.name}}. Como posso ajudar?',
    'Hi {{contact.first_name|there}}! This is {{agent.first_name}} from {{company.name}}. How can I help?',
  ],
  ['Chave Pix', 'Pix key'],
  [
    'Nossa chave Pix é o CNPJ 12.345.678/0001-90. Assim que o pagamento cair, eu aviso por aqui.',
    "Our Pix key is the CNPJ 12.345.678/0001-90. I'll let you know here as soon as the payment arrives.",
  ],
  ['horario', 'saturday'],
  ['Horário da loja', 'Saturday hours'],
  [
    'Abrimos de segunda a sexta das 8h às 18h e aos sábados das 8h às 13h.',
    'On Saturdays we open from 8 am to 1 pm. See you there!',
  ],
  ['entrega', 'delivery'],
  ['Prazo de entrega', 'Delivery time'],
  [
    'Entregamos no mesmo dia os pedidos feitos até as 15h. O frete no Recife é R$ 8.',
    'Orders placed by 3 pm are delivered the same day. Delivery in Recife costs R$ 8.',
  ],
  ['aniversario', 'birthday'],
  ['perfil', 'customer_type'],
  ['Varejo', 'Retail'],
  ['Turismo', 'Tourism'],
  [
    '@Bruno Melo faltou o café do A-19. Consegue mandar na rota das 16h?',
    '@Bruno Melo the coffee is missing from A-19. Can you send it on the 4 pm route?',
  ],
  ['Atendimento nota dez, chegou tudo certinho', 'Great service, everything arrived as ordered'],
  ['Muito rápidos!', 'Very fast!'],
  ['Demorou mais do que disseram', 'It took longer than they said'],
  ['Só faltou a nota', 'Only the receipt was missing'],
  ['aviso_de_entrega', 'delivery_notice'],
  ['pt_BR', 'en_US'],
  [
    'Oi {{1}}, seu pedido sai para entrega às {{2}}. Alguém pode receber?',
    'Hi {{1}}, your order goes out for delivery at {{2}}. Can someone receive it?',
  ],
  ['16h', '4 pm'],
  ['Pode sim', 'Yes'],
  ['Outro horário', 'Another time'],
  ['Cliente esperando pela entrega. Conferir a rota.', 'Customer is waiting for the delivery. Check the route.'],
  [
    'Obrigado pelo contato, {{contact.first_name}}! Até a próxima 💛',
    'Thanks for getting in touch, {{contact.first_name}}! See you next time 💛',
  ],
  ['Entrega atrasada', 'Late delivery'],
  ['Agradecer e resolver', 'Thank and resolve'],
  ['Atendimento da loja', 'Store service'],
  [
    'Bom dia, Joana! Sua cesta de sábado está confirmada para as 8h 😊',
    'Good morning, Joana! Your Saturday basket is confirmed for 8 am 😊',
  ],
  ['PARAR', 'STOP'],
  ['novidades_da_semana', 'tasting_invitation'],
  [
    'Chegaram as novidades da semana: queijos do agreste, doces de caju e cafés especiais.',
    'Hi, join our cheese tasting this Saturday from 9 am to noon. Shall we keep you a seat?',
  ],
  ['Teste de 30 dias combinado com a cliente', '30-day trial agreed with the customer'],

  // What is said in the conversations.
  [
    'Oi, bom dia! Vocês ainda têm o *queijo coalho* artesanal?',
    'Good morning! Do you still have the artisan *coalho cheese*?',
  ],
  ['Queria uns 2 kg para o fim de semana', "I'd like about 2 kg for the weekend"],
  ['Meu pedido A-19 já saiu?', 'Has my order A-19 left yet?'],
  [
    'Oi, Caio! Acabou de sair para entrega, deve chegar em uns 40 minutos 🛵',
    'Hi Caio! It just went out for delivery and should arrive in about 40 minutes 🛵',
  ],
  ['Show, obrigado!', 'Great, thanks!'],
  ['Chegou certinho. Só faltou o café que eu tinha pedido', 'It arrived fine. Only the coffee I ordered was missing'],
  ['Vocês fazem cesta de café da manhã?', 'Do you make breakfast baskets?'],
  [
    'Fazemos sim! Temos três tamanhos:\n\n- Pequena: R$ 89\n- Média: R$ 129\n- Grande: R$ 179',
    'Yes, we do! There are three sizes:\n\n- Small: R$ 89\n- Medium: R$ 129\n- Large: R$ 179',
  ],
  ['A média serve quantas pessoas?', 'How many people does the medium one serve?'],
  [
    'Serve bem *3 pessoas*. Dá para trocar um item se tiver alguma restrição.',
    'It serves *3 people*. We can swap an item if you have any dietary restrictions.',
  ],
  ['Perfeito, quero uma para sábado', "Perfect, I'd like one for Saturday"],
  ['Anotado para sábado, 8h. Mando a confirmação na sexta 😊', "Noted for Saturday at 8 am. I'll confirm on Friday 😊"],
  ['Qual o horário de vocês no domingo?', 'What are your hours on Sunday?'],
  [
    'Boa noite, o doce de caju ainda é do mesmo fornecedor?',
    'Good evening, are the cashew sweets still from the same supplier?',
  ],
  ['O último estava ótimo', 'The last ones were great'],
  ['Conseguem fornecer 20 kg de café moído por semana?', 'Could you supply 20 kg of ground coffee a week?'],
  ['Conseguimos! Posso mandar a tabela de atacado por aqui?', 'We can! Shall I send the wholesale price list here?'],
  ['Vocês entregam em São Paulo?', 'Do you deliver to São Paulo?'],
  [
    'Oi, Rita! Entregamos pelos Correios, chega em 4 a 6 dias úteis.',
    'Hi Rita! We ship by mail, it takes 4 to 6 business days.',
  ],
  ['Ótimo, vou fazer o pedido pelo site. Obrigada!', "Great, I'll order on the website. Thank you!"],
  ['Nós é que agradecemos 💛', 'Thank you 💛'],
  ['Preciso de nota fiscal do pedido B-07', 'I need the invoice for order B-07'],
  ['Enviada para o seu e-mail, Tiago. Chegou aí?', 'Sent to your email, Tiago. Did you get it?'],
  ['Chegou, valeu', 'Got it, thanks'],
  ['Tem entrega hoje?', 'Do you deliver today?'],
  ['Temos, até as 18h.', 'Yes, until 6 pm.'],
  ['Qual o valor do quilo do queijo manteiga?', 'How much is a kilo of butter cheese?'],
  ['R$ 64 o quilo. Quer que eu separe?', 'R$ 64 a kilo. Shall I set some aside?'],
  ['Vocês aceitam Pix?', 'Do you take Pix?'],
  ['Aceitamos! A chave vai no fim do pedido.', 'We do! The key is at the end of the order.'],
  ['O bolo de rolo é de hoje?', 'Was the roll cake made today?'],
  ['Saiu agora há pouco 😄', 'Fresh out of the oven 😄'],
  ['Reservam uma mesa para quatro?', 'Can I book a table for four?'],
  ['Reservamos sim, para que horas?', 'Of course, for what time?'],
  ['Cesta da semana', 'Weekly basket'],
  ['Encomendas', 'Special orders'],
  ['Turistas', 'Visitors'],
  ['Clube da cesta', 'Basket club'],
  ['Quem recebe a cesta de sábado', 'Everyone who gets the Saturday basket'],
  ['Convite de São João', 'São João invitation'],
  ['Convidados para a degustação de junho', 'Guests of the tasting in June'],
  ['Parceiros', 'Partners'],
  ['Padarias, hotéis e agências', 'Bakeries, hotels and agencies'],
  ['Clientes VIP', 'VIP customers'],
  ['Compras', 'Purchasing'],
  ['Prefere retirar na loja depois das 18h.', 'Prefers to pick up at the store after 6 pm.'],
  ['Ligar para confirmar a cesta de sábado', 'Call to confirm the Saturday basket'],
  ['Pediu a tabela de atacado atualizada.', 'Asked for the current wholesale price list.'],
  ['Enviar a tabela de atacado', 'Send the wholesale price list'],
  ['Novidades da semana', "This week's news"],
  ['Clientes que sumiram', 'Customers we miss'],
  ['Convite para o sábado', 'Saturday invitation'],
  ['Cestas de Natal', 'Christmas baskets'],
  ['Recebe mercadoria só pela entrada de serviço.', 'Takes deliveries at the service entrance only.'],
])

/** Content of the demo in a language: every text that has English words, wherever it stands in the content. */
export const demoIn = <T>(language: Locale, content: T): T => {
  if (language === 'pt') return content
  const say = (text: string) => english.get(text) ?? text
  return JSON.parse(JSON.stringify(content), (_, value: unknown) => {
    if (typeof value === 'string') return say(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [say(key), own]))
  })
}
