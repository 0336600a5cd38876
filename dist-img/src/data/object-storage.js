/** `user-assets` holds what users upload, `app-assets` the service's own files. */
export const buckets = ['user-assets', 'app-assets'];
//# sourceMappingURL=object-storage.js.map