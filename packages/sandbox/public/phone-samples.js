import { locale } from './common.js'

const base64 = (bytes) => {
  let text = ''
  for (let index = 0; index < bytes.length; index += 0x8000)
    text += String.fromCharCode(...bytes.subarray(index, index + 0x8000))
  return btoa(text)
}

export const fileAsMedia = async (file) => ({
  base64: base64(new Uint8Array(await file.arrayBuffer())),
  mimeType: file.type || 'application/octet-stream',
  fileName: file.name,
})

const draw = (width, height, paint, type) =>
  new Promise((resolve) => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    paint(canvas.getContext('2d'))
    canvas.toBlob(resolve, type, 0.85)
  })

export const samplePhoto = async () => {
  const hue = Math.floor(Math.random() * 360)
  const blob = await draw(
    960,
    640,
    (context) => {
      const sky = context.createLinearGradient(0, 0, 0, 640)
      sky.addColorStop(0, `hsl(${hue} 65% 62%)`)
      sky.addColorStop(1, `hsl(${(hue + 50) % 360} 80% 86%)`)
      context.fillStyle = sky
      context.fillRect(0, 0, 960, 640)
      context.fillStyle = '#fff6d8'
      context.beginPath()
      context.arc(700, 190, 70, 0, 7)
      context.fill()
      for (const [x, top, shade] of [
        [-120, 330, 34],
        [240, 380, 26],
        [560, 420, 20],
      ]) {
        context.fillStyle = `hsl(${(hue + 160) % 360} 30% ${shade}%)`
        context.beginPath()
        context.moveTo(x, 640)
        context.lineTo(x + 290, top)
        context.lineTo(x + 620, 640)
        context.fill()
      }
    },
    'image/jpeg',
  )
  return fileAsMedia(new File([blob], 'photo.jpg', { type: 'image/jpeg' }))
}

export const sampleSticker = async () => {
  const blob = await draw(
    512,
    512,
    (context) => {
      context.font = '380px sans-serif'
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillText('🎉', 256, 280)
    },
    'image/webp',
  )
  return fileAsMedia(new File([blob], 'sticker.webp', { type: 'image/webp' }))
}

/** A voice note of two seconds, as WAV inside the type that the browser can make; phones send Ogg. */
export const sampleVoice = async () => {
  const answer = await fetch('/assets/voice.ogg')
  return fileAsMedia(new File([await answer.arrayBuffer()], 'voice.ogg', { type: 'audio/ogg; codecs=opus' }))
}

export const sampleDocument = () => {
  const title = locale === 'pt' ? 'Comprovante de exemplo' : 'Sample receipt'
  const content = `BT /F1 26 Tf 60 760 Td (${title}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return fileAsMedia(new File([text], locale === 'pt' ? 'comprovante.pdf' : 'receipt.pdf', { type: 'application/pdf' }))
}
