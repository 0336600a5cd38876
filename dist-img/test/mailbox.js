import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, {} from 'postal-mime';
import { SMTPServer } from 'smtp-server';
/** A real SMTP server that keeps what it is sent. */
export async function mailbox(t) {
    const mails = [];
    const readers = [];
    const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS', 'AUTH'],
        onData(stream, _session, callback) {
            void buffer(stream)
                .then(raw => PostalMime.parse(raw))
                .then(mail => {
                const reader = readers.shift();
                if (reader)
                    reader(mail);
                else
                    mails.push(mail);
                callback();
            });
        },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address();
    t.teardown(() => new Promise(resolve => server.close(resolve)));
    return {
        url: `smtp://127.0.0.1:${port}`,
        next: () => {
            const mail = mails.shift();
            return mail ? Promise.resolve(mail) : new Promise(resolve => readers.push(resolve));
        },
        waiting: () => mails.length,
    };
}
/** The token in the link of a mail. */
export function tokenIn(mail) {
    const [, token] = /[?&]token=([\w-]+)/.exec(mail.text ?? '') ?? [];
    if (token === undefined)
        throw new Error(`no link in: ${mail.text}`);
    return token;
}
//# sourceMappingURL=mailbox.js.map