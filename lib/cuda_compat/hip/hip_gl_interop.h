// OpenGL buffers and textures in HIP. They have a separate header since HIP 6; before, they were part of the runtime
// API.
#pragma once

#include <hip/hip_runtime_api.h>

#if __has_include_next(<hip/hip_gl_interop.h>)
#include_next <hip/hip_gl_interop.h>
#endif

#ifndef HIP_GL_INTEROP_H
#define HIP_GL_INTEROP_H
#endif
