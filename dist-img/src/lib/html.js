const entities = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
};
/** Text as it can stand in an element or an attribute. */
export const escapeHtml = (text) => text.replace(/[&<>"']/g, character => entities[character] ?? '');
//# sourceMappingURL=html.js.map