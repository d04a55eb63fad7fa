const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The page of a mail whose workflow has no layout: one column, readable without images, styles inline. */
export const defaultLayout = `<!doctype html>
<html{{#if subscriber.locale}} lang="{{subscriber.locale}}"{{/if}}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:0;background:#f1f3f5;${font}">
{{#if preheader}}<div style="display:none;max-height:0;overflow:hidden">{{preheader}}</div>{{/if}}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f3f5"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
{{#if branding.logo}}<tr><td style="padding:0 8px 16px"><img src="{{branding.logo}}" alt="" height="40" style="height:40px"></td></tr>{{/if}}
<tr><td style="padding:32px;border-radius:12px;background:#ffffff;font-size:16px;line-height:24px;color:#343a40">
{{{body}}}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
