/** The WhatsApp accounts of the demo as the sandbox plays them: one for each demo company. */
export const demoAccounts = [
  {
    id: '102290129340398',
    name: 'Empório Boa Vista',
    currency: 'BRL',
    country: 'BR',
    subscribed: true,
    phoneNumbers: [
      {
        id: '106540352242922',
        displayPhoneNumber: '+55 81 3030-4040',
        verifiedName: 'Empório Boa Vista',
        registered: true,
      },
    ],
    templates: [
      {
        name: 'pedido_pronto',
        language: 'pt_BR',
        category: 'UTILITY',
        components: [
          { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['A-19'] } },
          {
            type: 'BODY',
            text: 'Olá {{1}}! Seu pedido *{{2}}* está pronto para retirada na loja até as {{3}} de hoje.',
            example: { body_text: [['Bia', 'A-19', '19h']] },
          },
          { type: 'FOOTER', text: 'Empório Boa Vista' },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'QUICK_REPLY', text: 'Estou a caminho' },
              {
                type: 'URL',
                text: 'Ver pedido',
                url: 'https://example.com/pedido/{{1}}',
                example: ['https://example.com/pedido/A-19'],
              },
            ],
          },
        ],
      },
      {
        name: 'retomar_conversa',
        language: 'pt_BR',
        category: 'UTILITY',
        components: [
          {
            type: 'BODY',
            text: 'Oi {{1}}, aqui é do Empório Boa Vista. Ainda podemos ajudar com o seu atendimento? Responda esta mensagem para continuar.',
            example: { body_text: [['Bia']] },
          },
        ],
      },
      {
        name: 'order_ready',
        language: 'en_US',
        category: 'UTILITY',
        parameter_format: 'NAMED',
        components: [
          {
            type: 'BODY',
            text: 'Hi {{first_name}}, your order {{order_number}} is ready for pickup. See you soon!',
            example: {
              body_text_named_params: [
                { param_name: 'first_name', example: 'Bia' },
                { param_name: 'order_number', example: 'A-19' },
              ],
            },
          },
        ],
      },
      {
        name: 'novidades_da_semana',
        language: 'pt_BR',
        category: 'MARKETING',
        components: [
          { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::sample'] } },
          {
            type: 'BODY',
            text: '{{1}}, chegaram as novidades da semana: queijos do agreste, doces de caju e cafés especiais. Quer receber a lista?',
            example: { body_text: [['Bia']] },
          },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'QUICK_REPLY', text: 'Quero a lista' },
              { type: 'QUICK_REPLY', text: 'Agora não' },
            ],
          },
        ],
      },
      {
        name: 'cesta_com_desconto',
        language: 'pt_BR',
        category: 'MARKETING',
        components: [
          {
            type: 'BODY',
            text: 'Oi {{1}}, faz um tempo que você não passa por aqui! Neste sábado, das 8h às 13h, as cestas de café da manhã saem com 10% de desconto. Separamos uma para você?',
            example: { body_text: [['Bia']] },
          },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'QUICK_REPLY', text: 'Quero uma' },
              { type: 'QUICK_REPLY', text: 'Agora não' },
            ],
          },
        ],
      },
      {
        name: 'cesta_entrega_gratis',
        language: 'pt_BR',
        category: 'MARKETING',
        components: [
          {
            type: 'BODY',
            text: 'Oi {{1}}! Neste sábado a cesta de café da manhã chega à sua casa com entrega grátis no Recife. Quer reservar a sua?',
            example: { body_text: [['Bia']] },
          },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'QUICK_REPLY', text: 'Quero uma' },
              { type: 'QUICK_REPLY', text: 'Agora não' },
            ],
          },
        ],
      },
      {
        name: 'cestas_de_natal',
        language: 'pt_BR',
        category: 'MARKETING',
        components: [
          { type: 'HEADER', format: 'TEXT', text: 'Cestas de Natal' },
          {
            type: 'BODY',
            text: 'Oi {{1}}, as cestas de Natal já estão na loja, a partir de R$ 149. Encomendas até 18 de dezembro. Quer ver as opções?',
            example: { body_text: [['Bia']] },
          },
          { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Ver as cestas' }] },
        ],
      },
      {
        name: 'basket_discount',
        language: 'en_US',
        category: 'MARKETING',
        components: [
          {
            type: 'BODY',
            text: "Hi {{1}}, it's been a while! This Saturday from 8 am to 1 pm, breakfast baskets are 10% off. Shall we set one aside for you?",
            example: { body_text: [['Emma']] },
          },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'QUICK_REPLY', text: 'Yes, please' },
              { type: 'QUICK_REPLY', text: 'Not now' },
            ],
          },
        ],
      },
      {
        name: 'basket_free_delivery',
        language: 'en_US',
        category: 'MARKETING',
        components: [
          {
            type: 'BODY',
            text: 'Hi {{1}}! This Saturday, breakfast baskets come with free delivery in Recife. Would you like to reserve yours?',
            example: { body_text: [['Emma']] },
          },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'QUICK_REPLY', text: 'Yes, please' },
              { type: 'QUICK_REPLY', text: 'Not now' },
            ],
          },
        ],
      },
      {
        name: 'christmas_baskets',
        language: 'en_US',
        category: 'MARKETING',
        components: [
          { type: 'HEADER', format: 'TEXT', text: 'Christmas baskets' },
          {
            type: 'BODY',
            text: 'Hi {{1}}, our Christmas baskets are in the store, from R$ 149. Order by December 18. Would you like to see them?',
            example: { body_text: [['Emma']] },
          },
          { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'See the baskets' }] },
        ],
      },
      {
        name: 'promocao_relampago',
        language: 'pt_BR',
        category: 'MARKETING',
        status: 'REJECTED',
        rejected_reason: 'PROMOTIONAL',
        components: [{ type: 'BODY', text: 'GANHE AGORA!!! Tudo pela metade do preço, só hoje, corre!' }],
      },
      {
        name: 'convite_degustacao',
        language: 'pt_BR',
        category: 'MARKETING',
        status: 'PENDING',
        components: [
          {
            type: 'BODY',
            text: 'Oi {{1}}, sábado tem degustação de queijos na loja, das 9h às 12h. Reservamos o seu lugar?',
            example: { body_text: [['Bia']] },
          },
          { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Quero ir' }] },
        ],
      },
      {
        name: 'tasting_invitation',
        language: 'en_US',
        category: 'MARKETING',
        status: 'PAUSED',
        quality: 'RED',
        components: [
          {
            type: 'BODY',
            text: 'Hi {{1}}, join our cheese tasting this Saturday from 9 am to noon. Shall we keep you a seat?',
            example: { body_text: [['Emma']] },
          },
        ],
      },
    ],
  },
  {
    id: '102290129340399',
    name: 'Recife Bikes',
    currency: 'BRL',
    country: 'BR',
    subscribed: true,
    phoneNumbers: [
      { id: '106540352242923', displayPhoneNumber: '+55 81 3131-5050', verifiedName: 'Recife Bikes', registered: true },
    ],
    templates: [
      {
        name: 'revisao_agendada',
        language: 'pt_BR',
        category: 'UTILITY',
        components: [
          {
            type: 'BODY',
            text: 'Olá {{1}}, a revisão da sua bicicleta está marcada para {{2}}. Até lá!',
            example: { body_text: [['Caio', 'terça às 10h']] },
          },
        ],
      },
    ],
  },
  {
    id: '102290129340400',
    name: 'Números para conectar',
    currency: 'BRL',
    country: 'BR',
    subscribed: false,
    phoneNumbers: [
      { id: '106540352242931', displayPhoneNumber: '+55 81 3232-6001', verifiedName: 'Teste 1', registered: true },
      { id: '106540352242932', displayPhoneNumber: '+55 81 3232-6002', verifiedName: 'Teste 2', registered: true },
      { id: '106540352242933', displayPhoneNumber: '+55 81 3232-6003', verifiedName: 'Teste 3', registered: true },
      { id: '106540352242934', displayPhoneNumber: '+55 81 3232-6004', verifiedName: 'Teste 4', registered: true },
      { id: '106540352242935', displayPhoneNumber: '+55 81 3232-6005', verifiedName: 'Teste 5', registered: true },
    ],
    templates: [
      {
        name: 'hello_again',
        language: 'en_US',
        category: 'UTILITY',
        components: [
          {
            type: 'BODY',
            text: 'Hello {{1}}, thank you for your message. Can we still help you? Reply to go on.',
            example: { body_text: [['Bia']] },
          },
        ],
      },
    ],
  },
] as const

/** Numbers that are not connected at first. */
export const spareNumbers = demoAccounts[2].phoneNumbers.map((number) => ({
  wabaId: demoAccounts[2].id,
  phoneNumberId: number.id,
  phone: number.displayPhoneNumber,
}))
