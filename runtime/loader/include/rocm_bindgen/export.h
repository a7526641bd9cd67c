/* Declares which symbols the runtime's shared library exports. */
#ifndef ROCM_BINDGEN_EXPORT_H
#define ROCM_BINDGEN_EXPORT_H

/* Marks a symbol as visible outside the library, which is built with hidden visibility. */
#define ROCM_BINDGEN_API __attribute__((visibility("default")))

#endif /* ROCM_BINDGEN_EXPORT_H */
