import {
  call,
  checkAddress,
  credentialText,
  customDataOf,
  expectSuccess,
  isoOf,
  postJson,
  requiredText,
  resultOf,
  textAt,
} from '../../http.ts'
import { type Adapter, type Credentials, ProviderError, type ProviderPorts, type SmsMessage } from '../../provider.ts'
import { parsePlainReceipts } from '../../receipts.ts'
import { isSignedWithSecretKey } from '../../signature.ts'

const keyHeaders = (credentials: Credentials): Record<string, string> => {
  const second = credentialText(credentials, 'secretKeyRequestHeader')
  const secret = credentialText(credentials, 'secretKey')
  return {
    [requiredText(credentials, 'apiKeyRequestHeader')]: requiredText(credentials, 'apiKey'),
    ...(second && secret ? { [second]: secret } : {}),
  }
}

/** Nothing has been sent when this fails, whatever became of the call. */
const fetchToken = async (credentials: Credentials, ports: ProviderPorts): Promise<Record<string, string>> => {
  const name = requiredText(credentials, 'authenticationTokenKey')
  const url = requiredText(credentials, 'domain')
  try {
    const answer = await call(ports, { url, method: 'POST', headers: keyHeaders(credentials) })
    const token = textAt(expectSuccess(answer, ports.now()).json, `data.${name}`)
    if (token === undefined) throw new ProviderError('refused', `The token answer holds no data.${name}`)
    return { [name]: token }
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'unknown') throw error
    throw new ProviderError('unreachable', error.message, { code: error.code, raw: error.raw, cause: error })
  }
}

const headersFor = async (credentials: Credentials, ports: ProviderPorts): Promise<Record<string, string>> =>
  credentials['authenticateByToken'] === true ? fetchToken(credentials, ports) : keyHeaders(credentials)

/** Posts each text message as JSON to a gateway of the customer's. */
export const genericSms: Adapter<SmsMessage> = {
  send: async (credentials, { id, to, from, content, ...message }, ports) => {
    const sender = from ?? credentials['from']
    const body = { id, to, from: sender, content, customData: customDataOf(message), sender }
    const headers = await headersFor(credentials, ports)
    const answer = await postJson(ports, requiredText(credentials, 'baseUrl'), body, headers)
    const { json } = expectSuccess(answer, ports.now())
    return resultOf(
      textAt(json, credentialText(credentials, 'idPath') ?? 'data.id') ?? id,
      isoOf(textAt(json, credentialText(credentials, 'datePath') ?? 'data.date')) ?? ports.now().toISOString(),
    )
  },
  check: async (credentials, ports) => {
    await checkAddress(ports, requiredText(credentials, 'baseUrl'))
    await headersFor(credentials, ports)
  },
  parseReceipts: parsePlainReceipts,
  isSigned: isSignedWithSecretKey,
}
