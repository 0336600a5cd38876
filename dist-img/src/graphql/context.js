import { forbidden, unauthenticated } from '../errors.js';
/** @throws AppError UNAUTHENTICATED */
export function requireViewer({ viewer }) {
    if (!viewer)
        throw unauthenticated();
    return viewer;
}
/** @throws AppError UNAUTHENTICATED, FORBIDDEN */
export function requireAdmin(context) {
    const viewer = requireViewer(context);
    if (viewer.role !== 'ADMIN')
        throw forbidden('This is for administrators.');
    return viewer;
}
//# sourceMappingURL=context.js.map