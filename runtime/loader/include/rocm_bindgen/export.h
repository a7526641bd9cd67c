/* What the runtime's shared library makes visible. */
#ifndef ROCM_BINDGEN_EXPORT_H
#define ROCM_BINDGEN_EXPORT_H

/* Visible outside the library. */
#define ROCM_BINDGEN_API __attribute__((visibility("default")))

#endif /* ROCM_BINDGEN_EXPORT_H */
