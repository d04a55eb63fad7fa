<?php
// Sends a message and follows it. PHP 8 with its own HTTP client:
//   RECADO_KEY=rk_live_... TO=+5581999990000 php php.php
$url = getenv('RECADO_URL') ?: 'http://localhost:5000';

function api(string $path, ?array $body = null, array $headers = []): array
{
    global $url;
    $content = $body === null ? null : json_encode($body);
    $answer = file_get_contents("$url/api/v1/$path", false, stream_context_create(['http' => [
        'method' => $body === null ? 'GET' : 'POST',
        'header' => ['Authorization: Bearer ' . getenv('RECADO_KEY'), 'Content-Type: application/json', ...$headers],
        'content' => $content,
        'ignore_errors' => true,
    ]]));
    if ($answer === false) {
        exit("No answer from $url\n");
    }
    $json = json_decode($answer, true);
    if (isset($json['code'], $json['status'])) {
        fwrite(STDERR, "{$json['code']}: {$json['title']} ({$json['trace_id']})\n");
        exit(1);
    }
    return $json;
}

// 1. Send a template, which may open a conversation. Repeated with the same key, it is sent once.
$message = api('messages', [
    'type' => 'template',
    'to' => getenv('TO'),
    'template' => [
        'name' => getenv('TEMPLATE') ?: 'order_ready',
        'language' => 'pt_BR',
        'values' => ['body.1' => 'Bia'],
    ],
], ['Idempotency-Key: ' . (getenv('ORDER') ?: 'order-1042') . '-ready']);
echo "sent {$message['id']}\n";

// 2. Read how far it has come: queued, sent, delivered, read or failed.
$status = api("messages/{$message['id']}");
echo "status {$status['entry']['status']}\n";

// 3. List contacts, page by page, until there is no next page.
$contacts = 0;
$query = ['limit' => getenv('LIMIT') ?: '100'];
do {
    $page = api('contacts?' . http_build_query($query));
    $contacts += count($page['data']);
    $query['cursor'] = $page['page']['next'];
} while ($query['cursor'] !== null);
echo "contacts $contacts\n";
