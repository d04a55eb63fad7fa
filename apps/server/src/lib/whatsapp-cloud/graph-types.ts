/** Payload of `POST /{phone number}/messages` without the envelope's fixed part. Shapes: Cloud API reference, Messages. */
export type MessagePayload = {
  type: string
  /** Full international digits. Either this or `recipient`. */
  to?: string
  /** A business-scoped user id, when there is no phone. */
  recipient?: string
  recipient_type?: 'individual' | 'group'
  context?: { message_id: string }
  /** Our own id of the message, at most 512 characters; every status carries it back. */
  biz_opaque_callback_data?: string
  [type: string]: unknown
}

export type SentMessage = {
  wamid: string
  /** Only for templates: accepted, held_for_quality_assessment or paused. */
  messageStatus: string | null
  /** The number as Meta knows it; may differ from what was asked for. */
  waId: string | null
  userId: string | null
  input: string | null
}

export type MediaInfo = {
  id: string
  url: string
  mimeType: string | null
  /** Hex or base64. */
  sha256: string | null
  fileSize: number | null
}

export type PhoneNumberNode = {
  id: string
  display_phone_number?: string
  verified_name?: string
  quality_rating?: string
  code_verification_status?: string
  name_status?: string
  status?: string
  platform_type?: string
  account_mode?: string
  is_on_biz_app?: boolean
  throughput?: { level?: string }
  whatsapp_business_manager_messaging_limit?: string
  webhook_configuration?: Record<string, string>
  health_status?: HealthStatus
  [field: string]: unknown
}

export type AccountNode = {
  id: string
  name?: string
  currency?: string
  timezone_id?: string
  country?: string
  account_review_status?: string
  business_verification_status?: string
  ownership_type?: string
  health_status?: HealthStatus
  [field: string]: unknown
}

type HealthError = { error_code: number; error_description?: string; possible_solution?: string }
export type HealthStatus = {
  can_send_message: 'AVAILABLE' | 'LIMITED' | 'BLOCKED'
  entities?: {
    entity_type: string
    id: string
    can_send_message: string
    errors?: HealthError[]
    additional_info?: string[]
  }[]
}

export type TokenInfo = {
  app_id?: string
  type?: string
  is_valid: boolean
  /** Unix seconds, 0 when it does not expire. */
  expires_at?: number
  scopes?: string[]
  granular_scopes?: { scope: string; target_ids?: string[] }[]
  error?: { code?: number; message?: string }
}

export type SubscribedApp = { id: string; name: string | null; overrideCallbackUri: string | null }

export type BusinessProfile = {
  about?: string
  address?: string
  description?: string
  email?: string
  websites?: string[]
  vertical?: string
  profile_picture_url?: string
}

export type BusinessProfileChange = Omit<BusinessProfile, 'profile_picture_url'> & { profile_picture_handle?: string }

export type TemplateNode = {
  id: string
  name: string
  language: string
  status: string
  category: string
  components: unknown[]
  parameter_format?: string
  quality_score?: { score?: string }
  rejected_reason?: string
  message_send_ttl_seconds?: number
  [field: string]: unknown
}
