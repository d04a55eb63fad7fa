import type { FieldMap } from '@recado/contracts/integrations/webhook-mapping'
import { pathOf } from '../sample-tree.tsx'
import { usualTransforms } from '../transforms.ts'

type Leaf = { path: string; keys: string[]; value: unknown }

const MOST = 2000

const leavesOf = (value: unknown, path = '$', keys: string[] = [], found: Leaf[] = []): Leaf[] => {
  if (found.length >= MOST || keys.length > 20) return found
  if (typeof value !== 'object' || value === null) {
    found.push({ path, keys, value })
    return found
  }
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, 1) : Object.entries(value)
  for (const [key, inner] of entries) leavesOf(inner, pathOf(path, key), [...keys, String(key).toLowerCase()], found)
  return found
}

/** What fields are usually called, the likeliest first; a name with a dot has to stand within another. */
const names: Readonly<Record<string, readonly string[]>> = {
  phone: ['whatsapp', 'mobile', 'mobile_phone', 'cellphone', 'celular', 'phone', 'phone_number', 'telefone', 'fone'],
  email: ['email', 'e_mail', 'mail'],
  name: [
    'full_name',
    'fullname',
    'nome_completo',
    'customer.name',
    'client.name',
    'buyer.name',
    'cliente.nome',
    'name',
    'nome',
  ],
  first_name: ['first_name', 'firstname', 'primeiro_nome'],
  document: ['cpf', 'cnpj', 'cpf_cnpj', 'document', 'tax_id'],
  order_id: ['order_id', 'order.id', 'pedido.id', 'transaction', 'sale_id', 'order.code'],
  order_number: ['order_number', 'order.number', 'pedido.numero', 'number', 'numero'],
  status: ['status', 'situacao'],
  amount: ['amount', 'total', 'total_price', 'total_value', 'valor', 'value', 'price'],
  currency: ['currency', 'currency_code', 'moeda'],
  product: ['product_name', 'product.name', 'produto.nome', 'product', 'item.name'],
  payment_method: ['payment_method', 'payment_type', 'forma_pagamento', 'method'],
  payment_url: ['payment_url', 'payment_link', 'invoice_url'],
  pix_code: ['pix_code', 'qr_code', 'pix_copia_cola'],
  boleto_url: ['boleto_url', 'bank_slip_url', 'billet_url'],
  checkout_url: ['checkout_url', 'checkout_link', 'cart_url'],
  tracking_code: ['tracking_code', 'tracking_number', 'codigo_rastreio'],
  tracking_url: ['tracking_url', 'tracking_link'],
  city: ['city', 'cidade'],
}
const eventNames = ['event', 'event_type', 'event_name', 'type', 'topic', 'evento', 'action', 'webhook_event_type']
const idNames = ['event_id', 'delivery_id', 'webhook_id', 'delivery', 'notification_id', 'id']

const isNamed = (name: string, keys: readonly string[]): boolean => {
  const wanted = name.split('.')
  return keys.length >= wanted.length && wanted.every((part, n) => keys.at(n - wanted.length) === part)
}

const firstNamed = (leaves: readonly Leaf[], wanted: readonly string[]): Leaf | undefined => {
  for (const name of wanted) {
    const leaf = leaves.find(({ keys, value }) => isNamed(name, keys) && value !== null && value !== '')
    if (leaf) return leaf
  }
  return undefined
}

export type Inferred = {
  eventPath: string | null
  event: string | null
  idPath: string | null
  objectPath: string | null
  fields: Record<string, FieldMap>
}

/** What a payload seems to say: how its event is called and known, what it is about, and where fields stand. */
export const infer = (json: unknown): Inferred => {
  const leaves = leavesOf(json)
  const top = leaves.filter(({ keys }) => keys.length === 1)
  const event = firstNamed(top, eventNames)
  const fields = Object.entries(names).flatMap(([key, wanted]) => {
    const leaf = firstNamed(leaves, wanted)
    if (!leaf || leaf.path === event?.path) return []
    return [[key, { path: leaf.path, transforms: usualTransforms[key] ?? [], required: false }] as const]
  })
  return {
    eventPath: event?.path ?? null,
    event: event ? String(event.value) : null,
    idPath: firstNamed(top, idNames)?.path ?? null,
    objectPath: firstNamed(leaves, names['order_id'] ?? [])?.path ?? null,
    fields: Object.fromEntries(fields),
  }
}
