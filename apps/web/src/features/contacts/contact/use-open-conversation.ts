import { useNavigate } from '@tanstack/react-router'

/** Shows a conversation in the chat, at a message of it. */
export const useOpenConversation = () => {
  const navigate = useNavigate()
  return (conversation: string, message?: string) =>
    void navigate({ to: '/integrations/whatsapp/chat', search: { conversation, ...(message ? { message } : {}) } })
}
